// @ts-check
// The board as SVG, and what is drawn on it: values, lines of play, and why.
import * as words from './words.js';

const size = 60;

/** An element of SVG. @param {string} name @param {Record<string, any>} attributes @param {...(Element|string)} children */
export function svg(name, attributes, ...children) {
	const e = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
	e.append(...children);
	return e;
}

/** @param {any} cell */
const centre = cell => ({ x: cell.col * size + size / 2, y: cell.row * size + size / 2 });

/** @param {any} rules @param {string} name */
const find = (rules, name) => rules.cells.find(c => c.name == name);

/** A pattern of parallel lines. */
const lines = (id, angle, gap) => svg('pattern', { id, width: gap, height: gap, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${angle})` },
	svg('line', { x1: 0, y1: 0, x2: 0, y2: gap }));

/** Draws a position. Cells are playable by the moves in the map; ticks are the moves whose
 * blocks are shown at the edges of the cell that the marker goes to.
 * @param {any} rules the position
 * @param {{cells: Map<string, any>, values: boolean, ranks: Map<string, number>, ticks: any[], ghost: string, from: string,
 *   last: string, focus: string, small: boolean, editing: boolean, wrong: string}} how */
export function draw(rules, how) {
	const board = svg('svg', { class: 'board' + (how.small ? ' small' : '') + (how.editing ? ' editing' : ''), viewBox: `-3 -3 ${rules.cols * size + 6} ${rules.rows * size + 6}`, role: 'grid', 'aria-label': words.board(rules) });
	board.style.maxWidth = `${Math.max(rules.cols * 112, 160)}px`;
	board.style.minWidth = `${rules.cols * 27}px`;
	board.append(svg('defs', {}, lines('hatch', 45, 7), lines('reach-X', 0, 8), lines('reach-O', 90, 8),
		svg('pattern', { id: 'dots', width: 8, height: 8, patternUnits: 'userSpaceOnUse' }, svg('circle', { cx: 2, cy: 2, r: 1 }))));
	const focus = find(rules, how.focus) ?? rules.cells[0];
	for (let row = 0; row < rules.rows; row++) {
		board.append(svg('g', { role: 'row' }, ...rules.cells.filter(c => c.row == row).map(c => drawCell(rules, c, how, c == focus))));
	}
	board.append(svg('g', { class: 'labels', 'aria-hidden': true }, ...rules.cells.flatMap(c => labels(c, how))));
	return board;
}

function drawCell(rules, cell, how, focused) {
	const { x, y } = centre(cell), left = cell.col * size, top = cell.row * size;
	const move = how.cells.get(cell.name), shown = move && how.values;
	const classes = ['cell', 'has-' + cell.content];
	if (move) classes.push('playable');
	if (shown) classes.push(move.outcome ?? 'open');
	if (shown && how.ranks.has(cell.name)) classes.push('rank' + how.ranks.get(cell.name));
	if (cell.name == how.last) classes.push('last');
	if (cell.name == how.wrong) classes.push('wrong');
	const box = { x: left + 2, y: top + 2, width: size - 4, height: size - 4, rx: 6 };
	const g = svg('g', { class: classes.join(' '), role: 'gridcell', tabindex: focused ? 0 : -1, 'data-cell': cell.name, 'aria-label': words.cell(cell, move, shown) },
		svg('rect', box), svg('rect', { ...box, class: 'hatch' }));
	if (cell.content == 'blocked') g.append(svg('path', { class: 'block', d: `M${x - 6} ${y - 6}h12v12h-12z` }));
	if (shown) g.append(...how.ticks.filter(m => m.to == cell.name).map(m => tick(rules, cell, m)));
	if (cell.player && cell.name != how.from) g.append(mark(cell.player, x, y, cell.content == 'used' ? 'old' : ''));
	if (cell.name == how.ghost) g.append(mark(rules.to_move, x, y, 'ghost'));
	return g;
}

/** The name of a cell and the value of the move there. Screen readers have the label of the cell. */
function labels(cell, how) {
	const move = how.values ? how.cells.get(cell.name) : null, kind = move ? move.outcome ?? 'open' : '', { x, y } = centre(cell), far = size / 2 - 7;
	return [
		...(cell.content != 'hole' ? [svg('text', { class: kind, x: x - far, y: y - 15 }, cell.name)] : []),
		...(move ? [svg('text', { class: 'value ' + kind, 'data-of': cell.name, x: how.small ? x + far : x, y: how.small ? y + 22 : y + 8, 'text-anchor': how.small ? 'end' : 'middle' }, words.glyph(move))] : []),
	];
}

/** A tick at the edge of a cell, towards what the move blocks. */
function tick(rules, cell, m) {
	const block = find(rules, m.block), { x, y } = centre(cell), r = size / 2 - 6;
	const [dx, dy] = [Math.sign(block.col - cell.col), Math.sign(block.row - cell.row)];
	return svg('circle', { class: 'tick ' + (m.outcome ?? 'open'), cx: x + dx * r, cy: y + dy * r, r: m.outcome == 'win' ? 4 : 2.5 });
}

/** The mark of a player. */
function mark(player, x, y, kind) {
	const r = 14;
	y += 3;
	if (player == 'O') return svg('circle', { class: `mark ${kind}`, cx: x, cy: y, r });
	return svg('path', { class: `mark ${kind}`, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` });
}

/** Where a move as it is written goes to, and what it blocks. @param {string} move */
const places = move => move.split('@');

/** Draws a line of play as numbered ghosts. @param {any} rules @param {string[]} moves */
export function line(rules, moves) {
	const g = svg('g', { class: 'line', 'aria-hidden': true }), numbers = new Map();
	moves.forEach((m, i) => {
		const [to, block] = places(m).map(name => find(rules, name));
		if (!to) return;
		if (block) { const p = centre(block); g.append(svg('rect', { x: p.x - 9, y: p.y - 9, width: 18, height: 18, rx: 3 })); }
		numbers.set(to.name, [...(numbers.get(to.name) ?? []), i + 1]);
	});
	for (const [name, all] of numbers) {
		const p = centre(find(rules, name)), mine = all[0] % 2 == 1 ? rules.to_move : words.other(rules.to_move);
		g.append(mine == 'X' ? svg('rect', { class: 'X', x: p.x - 17, y: p.y - 17, width: 34, height: 34, rx: 5 }) : svg('circle', { cx: p.x, cy: p.y, r: 18 }),
			svg('text', { x: p.x, y: p.y + 6 }, all.join('·')));
	}
	return g;
}

/** Frames the part of the board that a hint is about. @param {any} rules @param {string[]} names */
export function region(rules, names) {
	return svg('g', { class: 'region', 'aria-hidden': true }, ...names.map(name => {
		const p = centre(find(rules, name));
		return svg('rect', { x: p.x - size / 2 + 1, y: p.y - size / 2 + 1, width: size - 2, height: size - 2, rx: 6 });
	}));
}

/** Draws why a position is won or lost. The focused cell is shown with its partner or image, if
 * it has one. @param {any} rules @param {any} e @param {string} focus */
export function why(rules, e, focus) {
	const g = svg('g', { class: 'why', 'aria-hidden': true });
	const at = name => centre(find(rules, name));
	const join = (a, b, kind) => {
		const p = at(a), q = at(b), [dx, dy] = [q.x - p.x, q.y - p.y], long = Math.hypot(dx, dy) || 1, cut = kind == 'pair' ? 0 : 17 / long;
		return svg('line', { class: kind, x1: p.x + dx * cut, y1: p.y + dy * cut, x2: q.x - dx * cut, y2: q.y - dy * cut });
	};
	const ring = (name, kind) => svg('circle', { class: kind, cx: at(name).x, cy: at(name).y, r: 22 });
	const text = (p, words) => svg('text', { x: p.x, y: p.y + 7 }, words);
	if (e.matching) {
		const { pairs, single, last, partner } = e.matching;
		for (const [a, b] of pairs) g.append(join(a, b, 'pair'), join(a, b, 'bond'));
		for (const name of single) g.append(ring(name, 'single'));
		if (partner) g.append(ring(partner, 'chosen'));
		if (last && partner) g.append(join(last, partner, 'bond'));
		const pair = pairs.find(p => p.includes(focus));
		if (pair) g.append(...pair.map(name => ring(name, 'chosen')));
	} else if (e.mirror) {
		for (const [a, b] of e.mirror.images) g.append(join(a, b, 'faint'));
		const middle = { x: rules.cols * size / 2, y: rules.rows * size / 2 }, long = Math.max(rules.cols, rules.rows) * size;
		const axis = { 'left-right': [0, 1], 'top-bottom': [1, 0], 'main-diagonal': [1, 1], 'other-diagonal': [1, -1] }[e.mirror.symmetry];
		g.append(axis ? svg('line', { class: 'axis', x1: middle.x - axis[0] * long / 2, y1: middle.y - axis[1] * long / 2, x2: middle.x + axis[0] * long / 2, y2: middle.y + axis[1] * long / 2 })
			: svg('circle', { class: 'pole', cx: middle.x, cy: middle.y, r: 6 }));
		const pair = e.mirror.images.find(p => p.includes(focus));
		if (pair) g.append(join(pair[0], pair[1], 'bond'), ...pair.map(name => ring(name, 'chosen')));
	} else if (e.sum || e.values) {
		(e.sum ?? e.values).components.forEach((c, i) => g.append(component(rules, c.cells, i, e.sum ? words.nimber(c.nimber) : c.value)));
		const zeroing = e.sum?.zeroing_move;
		if (zeroing && find(rules, zeroing)) g.append(ring(zeroing, 'chosen'));
	} else if (e.separation) {
		for (const player of ['X', 'O']) {
			const { reach, walk } = e.separation[player];
			for (const name of reach) { const p = at(name); g.append(svg('rect', { class: 'reach-' + player, x: p.x - size / 2 + 2, y: p.y - size / 2 + 2, width: size - 4, height: size - 4, rx: 6 })); }
			const marker = rules.cells.find(c => c.content == 'mark' && c.player == player);
			const points = [...(marker ? [centre(marker)] : []), ...walk.map(s => at(s.to))];
			g.append(svg('polyline', { class: 'walk', points: points.map(p => `${p.x},${p.y}`).join(' ') }));
			walk.forEach((s, i) => g.append(svg('circle', { class: 'step', cx: at(s.to).x, cy: at(s.to).y, r: 13 }), text({ x: at(s.to).x, y: at(s.to).y - 1 }, String(i + 1))));
		}
	} else if (e.search) return line(rules, e.search.pv);
	return g;
}

/** A component of a sum: its cells as one shape, with its value in it. */
function component(rules, names, i, value) {
	const inside = new Set(names), cells = names.map(name => find(rules, name)), edges = [];
	const has = (row, col) => inside.has(rules.cells.find(c => c.row == row && c.col == col)?.name);
	for (const c of cells) {
		const [l, t] = [c.col * size + 1, c.row * size + 1], s = size - 2;
		if (!has(c.row - 1, c.col)) edges.push(`M${l} ${t}h${s}`);
		if (!has(c.row + 1, c.col)) edges.push(`M${l} ${t + s}h${s}`);
		if (!has(c.row, c.col - 1)) edges.push(`M${l} ${t}v${s}`);
		if (!has(c.row, c.col + 1)) edges.push(`M${l + s} ${t}v${s}`);
	}
	const mean = { x: cells.reduce((sum, c) => sum + centre(c).x, 0) / cells.length, y: cells.reduce((sum, c) => sum + centre(c).y, 0) / cells.length };
	const far = c => Math.hypot(centre(c).x - mean.x, centre(c).y - mean.y);
	const p = centre(cells.reduce((a, b) => far(b) < far(a) ? b : a));
	return svg('g', { class: 'component tint' + i % 3 }, ...cells.map(c => svg('rect', { x: c.col * size + 1, y: c.row * size + 1, width: size - 2, height: size - 2 })),
		svg('path', { d: edges.join('') }), svg('text', { x: p.x, y: p.y + 8 }, value));
}
