// @ts-check
// The board as SVG.
import * as words from './words.js';

const size = 60;

/** @param {string} name @param {Record<string, any>} attributes @param {...(Element|string)} children */
function svg(name, attributes, ...children) {
	const e = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
	e.append(...children);
	return e;
}

/** @param {any} cell */
const centre = cell => ({ x: cell.col * size + size / 2, y: cell.row * size + size / 2 });

/** Draws a position.
 * @param {any} rules the position
 * @param {Map<string, any>} playable moves by the cell that is played to or blocked
 * @param {{values: boolean, best: Set<string>, ghost?: string, from?: string, evidence?: any, focus?: string}} how */
export function draw(rules, playable, how) {
	const board = svg('svg', { class: 'board', viewBox: `-2 -2 ${rules.cols * size + 4} ${rules.rows * size + 4}`, role: 'grid', 'aria-label': `${rules.variant} on ${rules.board}` });
	board.append(svg('defs', {},
		svg('pattern', { id: 'hatch', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('line', { class: 'pattern', x1: 0, y1: 0, x2: 0, y2: 7 })),
		svg('pattern', { id: 'dots', width: 8, height: 8, patternUnits: 'userSpaceOnUse' }, svg('circle', { class: 'dot', cx: 2, cy: 2, r: 1 }))));
	const focus = how.focus && rules.cells.some(c => c.name == how.focus) ? how.focus : rules.cells[0].name;
	for (let row = 0; row < rules.rows; row++) {
		const line = svg('g', { role: 'row' });
		for (const cell of rules.cells.filter(c => c.row == row)) line.append(drawCell(cell, playable.get(cell.name), how, cell.name == focus, rules));
		board.append(line);
	}
	if (how.evidence) board.append(why(rules, how.evidence));
	return board;
}

function drawCell(cell, move, how, focused, rules) {
	const { x, y } = centre(cell), left = cell.col * size, top = cell.row * size;
	const classes = ['cell', 'has-' + cell.content];
	if (move) classes.push('playable');
	if (move && how.values) classes.push(move.outcome ?? 'open');
	if (move && how.values && how.best.has(cell.name)) classes.push('best');
	const g = svg('g', { class: classes.join(' '), role: 'gridcell', tabindex: focused ? 0 : -1, 'data-cell': cell.name, 'aria-label': words.cell(cell, move, how.values) },
		svg('rect', { x: left + 2, y: top + 2, width: size - 4, height: size - 4, rx: 5 }),
		svg('rect', { class: 'hatch', x: left + 2, y: top + 2, width: size - 4, height: size - 4, rx: 5 }));
	if (cell.content != 'hole') g.append(svg('text', { x: left + 6, y: top + 14 }, cell.name));
	if (move && how.values) g.append(svg('text', { class: 'value', x, y: y + 8 }, words.glyph(move)));
	if (cell.player && cell.name != how.from) g.append(mark(cell.player, x, y, cell.content == 'used' ? 'old' : ''));
	if (cell.name == how.ghost) g.append(mark(rules.to_move, x, y, 'ghost'));
	return g;
}

function mark(player, x, y, kind) {
	const r = 15;
	if (player == 'O') return svg('circle', { class: `mark ${kind}`, cx: x, cy: y, r });
	return svg('path', { class: `mark ${kind}`, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` });
}

/** Draws why the position is won or lost. */
function why(rules, e) {
	const at = name => centre(rules.cells.find(c => c.name == name));
	const g = svg('g', { class: 'why', 'aria-hidden': true });
	// Lines run beside the values, not through them.
	const line = (a, b, faint) => { const p = at(a), q = at(b); g.append(svg('line', { x1: p.x + 20, y1: p.y + 18, x2: q.x + 20, y2: q.y + 18, class: faint ? 'faint' : '' })); };
	const ring = (name, r) => { const p = at(name); g.append(svg('circle', { cx: p.x, cy: p.y, r })); };
	const frame = name => { const p = at(name); g.append(svg('rect', { x: p.x - 26, y: p.y - 26, width: 52, height: 52, rx: 8 })); };
	const text = (name, words) => { const p = at(name); g.append(svg('text', { x: p.x, y: p.y + 24 }, words)); };
	if (e.matching) {
		for (const [a, b] of e.matching.pairs) line(a, b, false);
		for (const name of e.matching.single) ring(name, 20);
		if (e.matching.partner) frame(e.matching.partner);
	} else if (e.mirror) {
		for (const [a, b] of e.mirror.images) line(a, b, true);
		for (const name of e.mirror.fixed) frame(name);
	} else if (e.sum || e.values) {
		for (const c of (e.sum ?? e.values).components) {
			c.cells.forEach(frame);
			text(c.cells[0], e.sum ? `∗${c.nimber}` : c.value);
		}
	} else if (e.separation) {
		for (const player of ['X', 'O']) {
			const { reach, walk } = e.separation[player];
			reach.forEach(name => player == 'X' ? frame(name) : ring(name, 25));
			const marker = rules.cells.find(c => c.content == 'mark' && c.player == player)?.name;
			if (walk.length) g.append(svg('polyline', { points: [marker, ...walk.map(s => s.to)].map(name => `${at(name).x},${at(name).y}`).join(' ') }));
			walk.forEach((s, i) => text(s.to, String(i + 1)));
		}
	}
	return g;
}
