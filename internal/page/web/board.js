// @ts-check
// The board as SVG, and what is drawn on it: values, lines of play, and why.
import { svg } from './dom.js';
import * as words from './words.js';

const size = 60,
	tip = 35,
	shoulder = 17; // a hexagon is size wide and stands on a corner

/** The middle of a cell, which need not be on the board. @param {any} rules @param {{row: number, col: number}} cell */
export const centre = (rules, { row, col }) =>
	rules.shape == 'hexagon'
		? { x: (col + row / 2 + 0.5) * size, y: row * (tip + shoulder) + tip }
		: { x: (col + 0.5) * size, y: (row + 0.5) * size };

/** The shape of a cell, so much smaller on all sides. @param {any} rules @param {any} cell @param {number} inset
 * @param {Record<string, any>} [attributes] */
export function box(rules, cell, inset, attributes = {}) {
	const { x, y } = centre(rules, cell),
		half = size / 2 - inset;
	if (rules.shape == 'vertex') return svg('circle', { cx: x, cy: y, r: half - 3, ...attributes });
	if (rules.shape == 'hexagon') return svg('path', { d: hexagon(x, y, half), ...attributes });
	return svg('rect', {
		x: x - half,
		y: y - half,
		width: 2 * half,
		height: 2 * half,
		rx: Math.min(8, half / 4),
		...attributes,
	});
}

/** A hexagon by its middle and half of its width. */
function hexagon(x, y, half) {
	const [t, s] = [tip, shoulder].map(n => (n * half * 2) / size);
	return (
		'M'
		+ [
			[0, -t],
			[half, -s],
			[half, s],
			[0, t],
			[-half, s],
			[-half, -s],
		]
			.map(([dx, dy]) => `${x + dx} ${y + dy}`)
			.join('L')
		+ 'Z'
	);
}

/** Whether a cell is drawn: all but those of a graph that are no vertices, unless that is being drawn. */
const exists = (rules, cell) => rules.canvas || vertex(rules, cell);

/** Whether there is a cell. */
const vertex = (rules, cell) =>
	rules.shape != 'vertex' || cell.content != 'hole' || rules.edges.some(e => e.includes(cell.name));

/** The cell to which an arrow leads: the next one in a row or a column; in a graph the nearest that way.
 * @param {any} rules @param {string} name @param {number} down @param {number} right */
export function beside(rules, name, down, right) {
	const { row, col } = find(rules, name),
		way = c => (c.row - row) * down + (c.col - col) * right,
		aside = c => Math.abs((c.row - row) * right + (c.col - col) * down);
	if (rules.shape != 'vertex' || rules.canvas) return rules.cells.find(c => way(c) == 1 && !aside(c));
	return rules.cells
		.filter(c => way(c) > 0 && exists(rules, c))
		.sort((a, b) => way(a) + 2 * aside(a) - way(b) - 2 * aside(b))[0];
}

/** What is in a cell; blocked, too, if it is closed to both players. @param {any} cell */
const content = cell => (cell.closed?.length == 2 ? 'blocked' : cell.content);

/** @param {any} rules @param {string} name */
const find = (rules, name) => rules.cells.find(c => c.name == name);

/** A pattern of parallel lines. */
const lines = (id, angle, gap) =>
	svg(
		'pattern',
		{ id, width: gap, height: gap, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${angle})` },
		svg('line', { x1: 0, y1: 0, x2: 0, y2: gap })
	);

/** Draws a position. Cells are playable by the moves in the map; ticks are the moves whose
 * blocks are shown at the edges of the cell that the marker goes to.
 * @param {any} rules the position
 * @param { { cells: Map<string, any>, values: boolean, dots: boolean, ranks: Map<string, number>, ticks: any[], ghost:
 * string, from: string,
 *   last: string, focus: string, small: boolean, editing: boolean, wrong: string[]}} how */
export function draw(rules, how) {
	const last = centre(rules, { row: rules.rows - 1, col: rules.cols - 1 }),
		high = rules.shape == 'hexagon' ? tip : size / 2;
	const [left, top] = [rules.wrap != 'plane', rules.wrap == 'torus'].map(joined => (joined ? ghost + 3 : 0));
	const long = Math.max(rules.rows, rules.cols) > 13; // a window shows a part of it, in which cells can be touched
	const [width, height] = [last.x + size / 2 + 2 * left, last.y + high + 2 * top];
	const board = svg('svg', {
		class:
			`board ${rules.shape}`
			+ (long ? ' long' : '')
			+ (how.small ? ' small' : '')
			+ (how.editing ? ' editing' : ''),
		viewBox: `${-left} ${-top} ${width} ${height}`,
		role: 'grid',
		'data-of': JSON.stringify([rules.canvas || rules.variant, rules.board]),
		'aria-label': words.board(rules),
	});
	board.style.maxWidth = `${long && rules.rows > rules.cols ? (width * 44) / size : Math.max((width * 240) / size, 160)}px`;
	board.style.minWidth = `${(width * (long ? 44 : 27)) / size}px`;
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

/** An edge of a graph, bent around a vertex that is in its way. */
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

const ghost = 32; // the room for what lies across an edge

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
			['aria-invalid', true],
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
		[anchor, end] = far ? ['start', 'end'] : ['middle', 'middle'];
	return [
		...(cell.content != 'hole' && content(cell) != 'blocked'
			? [svg('text', { class: kind, x: x - far, y: y - (far ? 15 : 14), 'text-anchor': anchor }, cell.name)]
			: []),
		...(move
			? [
					svg(
						'text',
						{
							class: 'value ' + kind,
							'data-of': cell.name,
							x: how.small ? x + far : x,
							y: how.small && far ? y + 22 : y + (far ? 8 : 7),
							'text-anchor': how.small ? end : 'middle',
						},
						words.glyph(move)
					),
				]
			: []),
	];
}

/** A tick at the edge of a cell, towards what the move blocks. */
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

/** The mark of a player. */
export function mark(player, x, y, kind, r = 14) {
	if (r == 14) y += 3;
	if (player == 'O') return svg('circle', { class: `mark O ${kind}`, cx: x, cy: y, r });
	return svg('path', {
		class: `mark X ${kind}`,
		d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`,
	});
}

/** A picture of what a cell has in it. @param {any} cell */
export function piece({ content, player }) {
	const square = { shape: 'square' },
		at = { row: 0, col: 0 };
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

/** Where a move as it is written goes to, and what it blocks. @param {string} move */
const places = move => move.split('@');

/** Draws a line of play as numbered ghosts. @param {any} rules @param {string[]} moves */
export function line(rules, moves) {
	const g = svg('g', { class: 'line', 'aria-hidden': true }),
		numbers = new Map();
	moves.forEach((m, i) => {
		const [to, block] = places(m).map(name => find(rules, name));
		if (!to) return;
		if (block) {
			const p = centre(rules, block);
			g.append(svg('rect', { x: p.x - 9, y: p.y - 9, width: 18, height: 18, rx: 3 }));
		}
		numbers.set(to.name, [...(numbers.get(to.name) ?? []), i + 1]);
	});
	for (const [name, all] of numbers) {
		const p = centre(rules, find(rules, name)),
			mine = all[0] % 2 == 1 ? rules.to_move : words.other(rules.to_move);
		g.append(
			mine == 'X'
				? svg('rect', { class: 'X', x: p.x - 17, y: p.y - 17, width: 34, height: 34, rx: 5 })
				: svg('circle', { cx: p.x, cy: p.y, r: 18 }),
			svg('text', { x: p.x, y: p.y + 6 }, all.join('·'))
		);
	}
	return g;
}

/** Frames the part of the board that a hint is about. @param {any} rules @param {string[]} names */
export function region(rules, names) {
	return svg('g', { class: 'region', 'aria-hidden': true }, ...names.map(name => box(rules, find(rules, name), 1)));
}

/** Draws a mark and what it does to the cells near it: to whom it closes them, as none, own, other or all; or that they
 * can be gone to.
 * @param {any} rules @param {any} cell @param {string[]} names @param {string} how */
export function near(rules, cell, names, how) {
	const { x, y } = centre(rules, cell),
		to = how == 'none' ? [] : names.map(name => find(rules, name)).filter(c => content(c) == 'empty');
	return svg(
		'g',
		{ class: 'near', 'aria-hidden': true },
		...to.flatMap(c => {
			const p = centre(rules, c);
			return how == 'all'
				? [box(rules, c, 2, { class: 'block' })]
				: [
						box(rules, c, 1, { class: 'frame' }),
						how == 'all way'
							? svg('circle', { class: 'dot X', cx: p.x, cy: p.y, r: 9 })
							: mark(how == 'own' ? 'O' : 'X', p.x, p.y, 'only', 7),
					];
		}),
		box(rules, cell, 1, { class: 'frame' }),
		...(cell.content == 'empty' ? [mark('X', x, rules.shape == 'square' ? y : y + 3, '')] : [])
	);
}

/** Draws the edge that a vertex is about to get. @param {any} rules @param {string} from @param {string} to */
export function link(rules, from, to) {
	const p = centre(rules, find(rules, from)),
		q = centre(rules, find(rules, find(rules, to) ? to : from));
	return svg(
		'g',
		{ class: 'why link', 'aria-hidden': true },
		svg('line', { class: 'bond', x1: p.x, y1: p.y, x2: q.x, y2: q.y }),
		...[p, q].map(({ x, y }) => svg('circle', { class: 'chosen', cx: x, cy: y, r: 27 }))
	);
}

/** Why a position is won or lost, piece by piece: what is drawn of each, and what it says; and what is always drawn. For
 * the focused cell, that
 * is its partner or image, if it has one. @param {any} rules @param {any} e @param {string} focus */
export function pieces(rules, e, focus) {
	const all = /** @type {{draw: Element[], says: string}[]} */ ([]),
		always = /** @type {Element[]} */ ([]);
	const piece = (says, ...draw) => all.push({ says, draw });
	const at = name => centre(rules, find(rules, name));
	const segment = (p, q, kind, cut = 0) => {
		const [dx, dy] = [q.x - p.x, q.y - p.y],
			part = cut / (Math.hypot(dx, dy) || 1);
		return svg('line', {
			class: kind,
			x1: p.x + dx * part,
			y1: p.y + dy * part,
			x2: q.x - dx * part,
			y2: q.y - dy * part,
		});
	};
	const join = (a, b, kind) => segment(at(a), at(b), kind, kind == 'pair' ? 0 : 17);
	const ring = (name, kind) => svg('circle', { class: kind, cx: at(name).x, cy: at(name).y, r: 22 });
	const chosen = pair => (pair ? pair.map(name => ring(name, 'chosen')) : []);
	if (e.matching) {
		const { pairs, single, last, partner } = e.matching;
		for (const [a, b] of pairs) piece(words.piece.pair(a, b), join(a, b, 'pair'), join(a, b, 'bond'));
		if (single.length) piece(words.piece.single(single), ...single.map(name => ring(name, 'single')));
		if (partner)
			piece(
				words.piece.partner(partner, last),
				ring(partner, 'chosen'),
				...(last ? [join(last, partner, 'bond')] : [])
			);
		always.push(...chosen(pairs.find(p => p.includes(focus))));
	} else if (e.mirror) {
		const half = Math.max(rules.cols, rules.rows) / 2,
			from = n =>
				centre(rules, {
					row: (rules.rows - 1) / 2 + n * (axis?.[1] ?? 0),
					col: (rules.cols - 1) / 2 + n * (axis?.[0] ?? 0),
				});
		const axis = { 'left-right': [0, 1], 'top-bottom': [1, 0], 'main-diagonal': [1, 1], 'other-diagonal': [1, -1] }[
				e.mirror.symmetry
			],
			[p, q] = [from(-half), from(half)];
		always.push(axis ? segment(p, q, 'axis') : svg('circle', { class: 'pole', cx: p.x, cy: p.y, r: 6 }));
		for (const [a, b] of e.mirror.images) piece(words.piece.image(a, b), join(a, b, 'image'));
		const pair = e.mirror.images.find(p => p.includes(focus));
		always.push(...(pair ? [join(pair[0], pair[1], 'bond')] : []), ...chosen(pair));
	} else if (e.sum || e.values) {
		(e.sum ?? e.values).components.forEach((c, i) => {
			const value = e.sum ? words.nimber(c.nimber) : c.value;
			piece(words.piece.component(c.cells, value, !!e.sum), component(rules, c.cells, i, value));
		});
		const zeroing = e.sum?.zeroing_move;
		if (zeroing && find(rules, zeroing)) piece(words.piece.zeroing(zeroing), ring(zeroing, 'chosen'));
	} else if (e.separation) {
		for (const player of ['X', 'O']) {
			const { reach, least, most, walk } = e.separation[player],
				marker = rules.cells.find(c => c.content == 'mark' && c.player == player);
			piece(
				words.piece.room(player, reach.length, least, most),
				...reach.map(name => box(rules, find(rules, name), 2, { class: 'reach-' + player }))
			);
			let before = marker && centre(rules, marker);
			walk.forEach((s, i) => {
				const p = at(s.to),
					block = s.block ? [box(rules, find(rules, s.block), 16, { class: 'blocked' })] : [];
				piece(
					words.piece.step(player, s),
					...(before ? [segment(before, p, 'walk')] : []),
					...block,
					svg('circle', { class: 'step', cx: p.x, cy: p.y, r: 13 }),
					svg('text', { x: p.x, y: p.y + 6 }, String(i + 1))
				);
				before = p;
			});
		}
	}
	return { all, always };
}

/** Draws why a position is won or lost: all pieces of it, or so many. @param {any} rules @param {any} e @param
 * {string} focus @param {number} [some] */
export function why(rules, e, focus, some = 0) {
	if (e.search) return line(rules, some ? e.search.pv.slice(0, some) : e.search.pv);
	const { all, always } = pieces(rules, e, focus),
		shown = all.slice(0, some || all.length);
	return svg(
		'g',
		{ class: 'why', 'aria-hidden': true },
		...shown.map((p, i) => svg('g', some && i == shown.length - 1 ? { class: 'now' } : {}, ...p.draw)),
		...always
	);
}

/** A component of a sum: its cells as one shape, with its value in it. */
function component(rules, names, i, value) {
	const inside = new Set(names),
		cells = names.map(name => find(rules, name)),
		points = cells.map(c => centre(rules, c)),
		edges = [];
	const has = (row, col) => inside.has(rules.cells.find(c => c.row == row && c.col == col)?.name);
	for (const c of rules.shape == 'square' ? cells : []) {
		const [l, t] = [c.col * size + 1, c.row * size + 1],
			s = size - 2;
		if (!has(c.row - 1, c.col)) edges.push(`M${l} ${t}h${s}`);
		if (!has(c.row + 1, c.col)) edges.push(`M${l} ${t + s}h${s}`);
		if (!has(c.row, c.col - 1)) edges.push(`M${l} ${t}v${s}`);
		if (!has(c.row, c.col + 1)) edges.push(`M${l + s} ${t}v${s}`);
	}
	for (const c of rules.shape == 'hexagon' ? cells : []) {
		const { x, y } = centre(rules, c),
			h = size / 2 - 1,
			[a, b] = [tip - 1, shoulder];
		const corners = [
			[0, -a],
			[h, -b],
			[h, b],
			[0, a],
			[-h, b],
			[-h, -b],
			[0, -a],
		];
		[
			[-1, 1],
			[0, 1],
			[1, 0],
			[1, -1],
			[0, -1],
			[-1, 0],
		].forEach(([down, right], n) => {
			const [p, q] = [corners[n], corners[n + 1]];
			if (!has(c.row + down, c.col + right)) edges.push(`M${x + p[0]} ${y + p[1]}L${x + q[0]} ${y + q[1]}`);
		});
	}
	const mean = {
		x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
		y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
	};
	const far = p => Math.hypot(p.x - mean.x, p.y - mean.y);
	const p = points.reduce((a, b) => (far(b) < far(a) ? b : a));
	return svg(
		'g',
		{ class: 'component tint' + (i % 3) },
		...cells.map(c => box(rules, c, 1, { class: rules.shape == 'vertex' ? 'in ring' : 'in', rx: 0 })),
		svg('path', { d: edges.join('') }),
		svg('text', { x: p.x, y: p.y + 8 }, value)
	);
}

/** A small picture of a position, by its text, for those who can see it. @param {string} position */
export function picture(position) {
	const rows = position
			.split(' ')[0]
			.split('/')
			.map(r => [...r.replaceAll(/\d+/g, n => '.'.repeat(Number(n)))]),
		all = [];
	rows.forEach((row, r) =>
		row.forEach((symbol, c) => {
			const x = (c + 0.5) * size,
				y = (r + 0.5) * size,
				player = symbol.toUpperCase();
			all.push(svg('rect', { class: 'box', x: x - 27, y: y - 27, width: 54, height: 54, rx: 8 }));
			if (symbol == '#' || symbol == '-')
				all.push(svg('rect', { class: 'block', x: x - 27, y: y - 27, width: 54, height: 54, rx: 8 }));
			if ('XO'.includes(player)) all.push(mark(player, x, y - 3, player == symbol ? '' : 'old'));
		})
	);
	return svg(
		'svg',
		{ class: 'picture', viewBox: `0 0 ${rows[0].length * size} ${rows.length * size}`, 'aria-hidden': 'true' },
		...all
	);
}
