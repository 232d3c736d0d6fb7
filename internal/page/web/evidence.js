// @ts-check
// What is drawn over the board: lines of play, and why.
/** @import { Cell, Rules } from './types' */
import { svg } from './dom.js';
import * as words from './words.js';
import { size, tip, shoulder, centre, box, content, find, mark } from './cells.js';

/** The cell to which a written move goes, and the cell that it blocks. @param {string} move */
const places = move => move.split('@');

/** The place in a cell for the drawing of why: above the value, so that neither hides the other.
 * @param {Rules} rules @param {string} name */
function beside(rules, name) {
	const { x, y } = centre(rules, find(rules, name));
	return { x, y: y - (rules.shape == 'vertex' ? 0 : 2) };
}

/** The letter of a pair. @param {number} i */
const letter = i => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[i];

/** Draws a line of play as numbered ghosts. @param {Rules} rules @param {string[]} moves */
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
		const { x, y } = beside(rules, name),
			mine = all[0] % 2 == 1 ? rules.to_move : words.other(rules.to_move);
		g.append(
			mine == 'X'
				? svg('rect', { class: 'X', x: x - 11, y: y - 11, width: 22, height: 22, rx: 4 })
				: svg('circle', { cx: x, cy: y, r: 11.5 }),
			svg('text', { x, y: y + 5 }, all.join('·'))
		);
	}
	return g;
}

/** Frames the part of the board that a hint is about. @param {Rules} rules @param {string[]} names */
export function region(rules, names) {
	return svg('g', { class: 'region', 'aria-hidden': true }, ...names.map(name => box(rules, find(rules, name), 1)));
}

/** Frames the cell of a mistake, with a cross, and better cells, with a tick. @param {Rules} rules
 * @param {string[]} better @param {string} went */
export function judged(rules, better, went) {
	const sign = (name, kind, d) => {
		const cell = find(rules, name),
			{ x, y } = centre(rules, cell),
			[right, up] = rules.shape == 'square' ? [21, 21] : [14, 20];
		return svg(
			'g',
			{ class: kind },
			box(rules, cell, 1),
			svg('circle', { cx: x + right, cy: y - up, r: 8.5 }),
			svg('path', { d: `M${x + right} ${y - up}${d}` })
		);
	};
	const all = [...better.map(name => sign(name, 'good', 'm-4 0l3 3 5-6'))];
	if (!better.includes(went)) all.push(sign(went, 'bad', 'm-3-3l6 6m0-6l-6 6'));
	return svg('g', { class: 'judged', 'aria-hidden': true }, svg('g', {}, ...all));
}

/** Shuts the gates around a marker that is stuck. @param {Rules} rules @param {Cell} cell */
export function gates(rules, cell) {
	const { x, y } = centre(rules, cell),
		far = size / 2 - 2,
		long = far - 5;
	const bars =
		rules.shape == 'square'
			? [
					[0, -1],
					[1, 0],
					[0, 1],
					[-1, 0],
				].map(([dx, dy]) => {
					const [px, py] = [x + dx * far, y + dy * far];
					return svg('line', {
						x1: px - dy * long,
						y1: py - dx * long,
						x2: px + dy * long,
						y2: py + dx * long,
					});
				})
			: [box(rules, cell, 1)];
	const inside = [
		box(rules, cell, 2, { class: 'stuck' }),
		mark(cell.player, x, rules.shape == 'square' ? y : y + 3, ''),
	];
	return svg('g', { class: `gates ${cell.player}`, 'aria-hidden': true }, ...inside, ...bars);
}

/** Draws a mark and its effect on the cells near it: it closes them to none, own, other or all, or one can go there.
 * @param {Rules} rules @param {Cell} cell @param {string[]} names @param {string} how */
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

/** Draws the edge that a vertex is about to get. @param {Rules} rules @param {string} from @param {string} to */
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

/** Why a position is won or lost, piece by piece: the drawing and the text of each piece, and the parts that are
 * always drawn. For the focused cell, these are its partner or image, if it has one. @param {Rules} rules
 * @param {import('./api').Evidence} e @param {string} focus */
export function pieces(rules, e, focus) {
	const all = /** @type {{draw: Element[], says: string}[]} */ ([]),
		always = /** @type {Element[]} */ ([]);
	const piece = (says, ...draw) => all.push({ says, draw });
	const at = name => beside(rules, name);
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
	const join = (a, b, kind) => segment(at(a), at(b), kind, kind == 'pair' ? 0 : 11);
	const badges = (pair, i) =>
		pair.flatMap(name => {
			const { x, y } = beside(rules, name);
			return [
				svg('circle', { class: 'badge', cx: x, cy: y, r: 10.5 }),
				svg('text', { class: 'letter', x, y: y + 4.5 }, letter(i)),
			];
		});
	const ring = (name, kind) => svg('circle', { class: kind, cx: at(name).x, cy: at(name).y, r: 12.5 });
	const chosen = pair => (pair ? pair.map(name => ring(name, 'chosen')) : []);
	if (e.matching) {
		const { pairs, single, last, partner } = e.matching;
		pairs.forEach(([a, b], i) =>
			piece(words.piece.pair(a, b), join(a, b, 'pair'), join(a, b, 'bond'), ...badges([a, b], i))
		);
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
		e.mirror.images.forEach(([a, b], i) =>
			piece(words.piece.image(a, b), join(a, b, 'image'), ...badges([a, b], i))
		);
		const pair = e.mirror.images.find(p => p.includes(focus));
		always.push(...(pair ? [join(pair[0], pair[1], 'bond')] : []), ...chosen(pair));
	} else if (e.sum || e.values) {
		/** @type {import('./types').Parts} */ (e.sum ?? e.values).components.forEach((c, i) => {
			const value = e.sum ? words.nimber(/** @type {number} */ (c.nimber)) : /** @type {string} */ (c.value);
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
			let before = marker && at(marker.name);
			walk.forEach((s, i) => {
				const p = at(s.to),
					block = s.block ? [box(rules, find(rules, s.block), 16, { class: 'blocked' })] : [];
				piece(
					words.piece.step(player, s),
					...(before ? [segment(before, p, 'walk')] : []),
					...block,
					svg('circle', { class: 'step', cx: p.x, cy: p.y, r: 10.5 }),
					svg('text', { class: 'letter', x: p.x, y: p.y + 5 }, String(i + 1))
				);
				before = p;
			});
		}
	}
	return { all, always };
}

/** Draws why a position is won or lost: all pieces, or the first ones. @param {Rules} rules
 * @param {import('./api').Evidence} e @param {string} focus @param {number} [some] */
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
		svg('text', { x: p.x, y: p.y + (rules.shape == 'vertex' ? 8 : 6) }, value)
	);
}
