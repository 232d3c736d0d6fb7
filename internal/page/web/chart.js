// @ts-check
// The value history: one row for each position of a line, as GamesmanUni draws it. Right of the middle X wins, left of
// it O wins; the nearer to the edge, the sooner. Positions of unknown distance have a column of their own beside the
// middle.
/** @import { Node } from './types' */
import { svg } from './dom.js';
import * as tree from './tree.js';
import * as words from './words.js';

const row = 22,
	width = 320,
	edge = 34;

/** Draws the history of the line that a node is in; pick is called with the node of a dot.
 * @param {Node} root @param {Node} at @param {(n: Node) => void} pick */
export function chart(root, at, pick) {
	const line = [root, ...tree.line(at)],
		known = line.map(tree.verdict);
	const most = Math.max(
		1,
		...line.flatMap((n, i) => [known[i]?.distance ?? 0, ...(n.study?.moves ?? []).map(m => m.distance ?? 0)])
	);
	const middle = width / 2,
		unit = (middle - edge - 18) / most,
		height = 26 + line.length * row;
	const x = v => middle + (v.winner == 'X' ? 1 : -1) * (v.distance == null ? 14 : middle - edge - unit * v.distance);
	const y = i => 38 + i * row - row / 2;
	const picture = svg(
		'svg',
		{ class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words.history(line, known) },
		svg('text', { x: edge - 20, y: 15 }, '◄ ' + words.wins('O')),
		svg('text', { x: width - edge + 20, y: 15, 'text-anchor': 'end' }, words.wins('X') + ' ►'),
		svg('rect', { class: 'unknown', x: middle - 20, y: 24, width: 40, height: height - 24 }),
		svg('text', { x: middle, y: 15, 'text-anchor': 'middle' }, '?'),
		svg('line', { class: 'axis', x1: middle, y1: 24, x2: middle, y2: height })
	);
	line.forEach((n, i) => {
		const other = n.study?.to_move == 'X' ? 'O' : 'X';
		for (const m of n.study?.moves ?? []) {
			if (!m.outcome || i + 1 >= line.length || m.move == line[i + 1].move) continue;
			const at = x({
				winner: m.outcome == 'win' ? n.study.to_move : other,
				distance: m.distance == null ? null : m.distance - 1,
			});
			picture.append(svg('line', { class: 'sibling', x1: at, y1: y(i + 1) - 5, x2: at, y2: y(i + 1) + 5 }));
		}
	});
	const drawn = line.flatMap((n, i) => (known[i] ? [`${x(known[i])},${y(i)}`] : []));
	picture.append(svg('polyline', { class: 'course', points: drawn.join(' ') }));
	line.forEach((n, i) => {
		const v = known[i],
			mark = tree.mark(n);
		const g = svg(
			'g',
			{ class: n == at ? 'ply here' : 'ply', 'aria-hidden': true },
			svg('rect', { x: 0, y: y(i) - row / 2, width, height: row }),
			svg('text', { x: 4, y: y(i) + 4 }, i ? String(i) : '')
		);
		if (v) g.append(svg('circle', { class: v.winner, cx: x(v), cy: y(i), r: n == at ? 7 : 5 }));
		if (mark) g.append(svg('text', { class: 'mark', x: width - 4, y: y(i) + 4, 'text-anchor': 'end' }, mark));
		g.addEventListener('click', () => pick(n));
		picture.append(g);
	});
	return picture;
}
