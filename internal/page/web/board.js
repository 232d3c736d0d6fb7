// @ts-check
// The board as SVG, with the values of moves.
/** @import { Cell, Move, Rules } from './types' */
import { svg } from './dom.js';
import * as words from './words.js';
import { size, tip, centre, box, hexagon, content, find, mark } from './cells.js';

export { centre, box, find, mark } from './cells.js';
export * from './evidence.js';
export * from './pictures.js';

/** Whether a cell is drawn: in a graph only vertices are, unless the graph is being drawn. */
const exists = (rules, cell) => rules.canvas || vertex(rules, cell);

/** Whether there is a cell. */
const vertex = (rules, cell) =>
	rules.shape != 'vertex' || cell.content != 'hole' || rules.edges.some(e => e.includes(cell.name));

/** The cell to which an arrow leads: the next one in a row or a column; in a graph the nearest that way.
 * @param {Rules} rules @param {string} name @param {number} down @param {number} right */
export function beside(rules, name, down, right) {
	const { row, col } = find(rules, name),
		way = c => (c.row - row) * down + (c.col - col) * right,
		aside = c => Math.abs((c.row - row) * right + (c.col - col) * down);
	if (rules.shape != 'vertex' || rules.canvas) return rules.cells.find(c => way(c) == 1 && !aside(c));
	return rules.cells
		.filter(c => way(c) > 0 && exists(rules, c))
		.sort((a, b) => way(a) + 2 * aside(a) - way(b) - 2 * aside(b))[0];
}

/** A pattern of parallel lines. */
const lines = (id, angle, gap) =>
	svg(
		'pattern',
		{ id, width: gap, height: gap, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${angle})` },
		svg('line', { x1: 0, y1: 0, x2: 0, y2: gap })
	);

/** Draws a position. Cells are playable by the moves in the map; ticks are the moves whose
 * blocks are shown at the edges of the cell that the marker goes to.
 * @param {Rules} rules the position
 * @param { { cells: Map<string, Move>, values: boolean, dots: boolean, ranks: Map<string, number>, ticks: Move[],
 *   ghost: string, from: string|null|undefined, last: string, focus: string, editing: boolean, wrong: string[]}} how */
export function draw(rules, how) {
	const last = centre(rules, { row: rules.rows - 1, col: rules.cols - 1 }),
		high = rules.shape == 'hexagon' ? tip : size / 2;
	const [left, top] = [rules.wrap != 'plane', rules.wrap == 'torus'].map(joined => (joined ? ghost + 3 : 0));
	const long = Math.max(rules.rows, rules.cols) > 13; // a window shows a part of it, in which cells can be touched
	const [width, height] = [last.x + size / 2 + 2 * left, last.y + high + 2 * top];
	const board = svg('svg', {
		class: `board ${rules.shape}` + (long ? ' long' : '') + (how.editing ? ' editing' : ''),
		viewBox: `${-left} ${-top} ${width} ${height}`,
		role: 'grid',
		'data-of': JSON.stringify([rules.canvas || rules.variant, rules.board]),
		'aria-label': words.board(rules),
	});
	board.style.maxWidth = `${long && rules.rows > rules.cols ? (width * 44) / size : Math.max((width * 240) / size, 160)}px`;
	board.style.minWidth = `${(width * (long ? 44 : 27)) / size}px`;
	board.style.setProperty('--name', `${(width * 13) / 700}px`); // so that names of cells have 13 px on a desk
	if (long) board.style.minHeight = `${(height * 44) / size}px`;
	board.append(
		svg(
			'defs',
			{},
			lines('hatch', 45, 7),
			lines('reach-X', 0, 8),
			lines('reach-O', 90, 8),
			svg(
				'pattern',
				{ id: 'dots', width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
				svg('circle', { cx: 2, cy: 2, r: 1 })
			)
		)
	);
	board.append(
		svg('g', { class: 'around', 'aria-hidden': true }, ...rules.edges.map(e => edge(rules, e)), ...ghosts(rules))
	);
	const cells = rules.cells.filter(c => exists(rules, c)),
		focus = cells.find(c => c.name == how.focus) ?? cells[0];
	for (let row = 0; row < rules.rows; row++) {
		const all = cells.filter(c => c.row == row);
		if (all.length) board.append(svg('g', { role: 'row' }, ...all.map(c => drawCell(rules, c, how, c == focus))));
	}
	board.append(svg('g', { class: 'labels', 'aria-hidden': true }, ...cells.flatMap(c => labels(rules, c, how))));
	return board;
}

/** An edge of a graph, bent around a vertex in its way. @param {Rules} rules @param {string[]} ends */
function edge(rules, [from, to]) {
	const [p, q] = [from, to].map(name => centre(rules, find(rules, name))),
		[dx, dy] = [q.x - p.x, q.y - p.y],
		long = Math.hypot(dx, dy);
	const hit = rules.cells.some(c => {
		const { x, y } = centre(rules, c),
			along = ((x - p.x) * dx + (y - p.y) * dy) / long ** 2;
		return (
			vertex(rules, c)
			&& c.name != from
			&& c.name != to
			&& along > 0
			&& along < 1
			&& Math.abs((x - p.x) * dy - (y - p.y) * dx) / long < 24
		);
	});
	const bend = 60 / long; // the curve goes half as far as this point
	return svg('path', {
		class: 'edge',
		d:
			`M${p.x} ${p.y}`
			+ (hit ? `Q${(p.x + q.x) / 2 + dy * bend} ${(p.y + q.y) / 2 - dx * bend} ` : 'L')
			+ `${q.x} ${q.y}`,
	});
}

const ghost = 32; // the room for cells across an edge

/** The cells across the edges that are joined, small. They can be played to. */
function ghosts(rules) {
	if (rules.wrap == 'plane') return [];
	const { rows, cols } = rules,
		all = [],
		over = rules.wrap == 'torus' ? 1 : 0,
		nearer = (size - ghost) / 2;
	const out = (i, n) => Number(i == n) - Number(i < 0);
	for (let row = -over; row < rows + over; row++) {
		for (let col = -1; col <= cols; col++) {
			const [down, right] = [out(row, rows), out(col, cols)];
			if ((!down && !right) || (rules.shape == 'hexagon' && down * right == 1)) continue;
			const cell = rules.cells[((row + rows) % rows) * cols + ((col + cols) % cols)],
				p = centre(rules, { row, col });
			const [x, y] = [p.x - right * nearer, p.y - down * nearer];
			const shape =
				rules.shape == 'hexagon'
					? svg('path', { d: hexagon(x, y, 13) })
					: svg('rect', { x: x - 13, y: y - 13, width: 26, height: 26, rx: 4 });
			const player = cell.content == 'mark' || cell.content == 'used' ? cell.player : '';
			all.push(
				svg(
					'g',
					{ class: 'ghost', 'data-cell': cell.name },
					shape,
					...(player
						? [mark(player, x, y, cell.content == 'used' ? 'old' : '', 6)]
						: cell.content == 'hole'
							? []
							: [svg('text', { x, y: y + 4 }, cell.name)])
				)
			);
		}
	}
	return all;
}

function drawCell(rules, cell, how, focused) {
	const { x, y } = centre(rules, cell),
		only = cell.closed?.length == 1 ? words.other(cell.closed[0]) : '';
	const move = how.cells.get(cell.name),
		shown = how.values ? move : null;
	const classes = ['cell', 'has-' + content(cell)];
	const winner = shown?.outcome && (shown.outcome == 'win' ? rules.to_move : words.other(rules.to_move));
	if (move) classes.push('playable');
	if (shown) classes.push(move.outcome ?? 'open', 'for-' + winner);
	if (shown && how.ranks.has(cell.name)) classes.push('rank' + how.ranks.get(cell.name));
	if (cell.name == how.last) classes.push('last');
	const wrong = how.wrong.includes(cell.name);
	if (wrong) classes.push('wrong');
	const g = svg(
		'g',
		{
			class: classes.join(' '),
			role: 'gridcell',
			tabindex: focused ? 0 : -1,
			'data-cell': cell.name,
			'aria-label':
				words.cell(cell, move, !!shown, cell.name == how.last)
				+ words.joined(
					rules.edges.filter(e => e.includes(cell.name)).map(([a, b]) => (a == cell.name ? b : a))
				),
		},
		box(rules, cell, 2, { class: 'box' }),
		...(shown ? [box(rules, cell, 2, { class: 'hatch' })] : [])
	);
	if (wrong)
		for (const [key, value] of [
			['aria-invalid', 'true'],
			['aria-describedby', 'wrong'],
		])
			g.setAttribute(key, value);
	if (content(cell) == 'blocked') g.append(box(rules, cell, 2, { class: 'block' }));
	if (move && !shown && how.dots)
		g.append(svg('circle', { class: 'dot ' + rules.to_move, cx: x, cy: y, r: how.ghost ? 9 : 6.5 }));
	if (shown) g.append(...how.ticks.filter(m => m.to == cell.name).map(m => tick(rules, cell, m)));
	if (cell.player && cell.name != how.from)
		g.append(mark(cell.player, x, rules.shape == 'square' ? y : y + 3, cell.content == 'used' ? 'old' : ''));
	if (rules.canvas) g.setAttribute('aria-selected', String(cell.name == how.ghost));
	else if (cell.name == how.ghost) g.append(mark(rules.to_move, x, y, 'ghost'));
	const [left, down] = { square: [20, 17], hexagon: [0, 25], vertex: [22, 22] }[rules.shape];
	if (only)
		g.append(
			svg('circle', { class: 'under', cx: x - left, cy: y + down, r: 8 }),
			mark(only, x - left, y + down, 'only', 5)
		);
	return g;
}

/** The name of a cell and the value of the move there. Screen readers have the label of the cell. */
function labels(rules, cell, how) {
	const move = how.values ? how.cells.get(cell.name) : null,
		{ x, y } = centre(rules, cell);
	const kind = move
		? !move.outcome
			? 'open'
			: `${move.outcome} for-${move.outcome == 'win' ? rules.to_move : words.other(rules.to_move)}`
		: '';
	const far = rules.shape == 'square' ? size / 2 - 7 : 0,
		anchor = far ? 'start' : 'middle',
		chip = far ? 52 : 38; // the value stands on this, below the drawing of why
	return [
		...(cell.content != 'hole' && content(cell) != 'blocked'
			? [svg('text', { class: kind, x: x - far, y: y - (far ? 15 : 14), 'text-anchor': anchor }, cell.name)]
			: []),
		...(move
			? [
					svg('rect', {
						class: 'chip ' + kind,
						x: x - chip / 2,
						y: y + (far ? 11 : 10),
						width: chip,
						height: 17,
						rx: 4,
					}),
					svg(
						'text',
						{
							class: 'value ' + kind,
							'data-of': cell.name,
							x,
							y: y + (far ? 8 : 7),
							'text-anchor': 'middle',
						},
						words.glyph(move)
					),
				]
			: []),
	];
}

/** A tick at the edge of a cell, towards the cell that the move blocks. */
function tick(rules, cell, m) {
	const q = centre(rules, find(rules, m.block)),
		{ x, y } = centre(rules, cell),
		long = Math.hypot(q.x - x, q.y - y),
		r = size / 2 - 6;
	return svg('circle', {
		class: `tick ${m.outcome ?? 'open'} for-${m.outcome == 'win' ? rules.to_move : words.other(rules.to_move)}`,
		cx: x + ((q.x - x) / long) * r,
		cy: y + ((q.y - y) / long) * r,
		r: m.outcome == 'win' ? 4 : 2.5,
	});
}

/** A picture of the content of a cell. @param {Pick<Cell, 'content'|'player'>} cell */
export function piece({ content, player }) {
	const square = /** @type {Rules} */ ({ shape: 'square' }),
		at = /** @type {Cell} */ ({ row: 0, col: 0 });
	return svg(
		'svg',
		{ class: 'editing', viewBox: `0 0 ${size} ${size}`, 'aria-hidden': true },
		svg(
			'g',
			{ class: 'cell has-' + content },
			box(square, at, 2, { class: 'box' }),
			...(content == 'blocked' ? [box(square, at, 2, { class: 'block' })] : []),
			...(player ? [mark(player, size / 2, size / 2 - 3, content == 'used' ? 'old' : '')] : [])
		)
	);
}
