// @ts-check
// A graph drawn on a canvas of cells: its vertices and edges, as in the words of a game.

/** A graph. Cells are numbered from 0, row by row.
 * @typedef {{rows: number, cols: number, vertices: number[], edges: [number, number][]}} Graph */

/** A canvas with nothing on it. @param {string} size @returns {Graph} */
export function blank(size) {
	const [rows, cols] = size.split('x').map(Number);
	return { rows, cols, vertices: [], edges: [] };
}

/** The graph in the words of a game. @param {string} words */
export function read(words) {
	const [, size, vertices, edges] = words.split(':'),
		numbers = (text, sign) => (text ? text.split(sign).map(Number) : []);
	return {
		...blank(size),
		vertices: numbers(vertices, ','),
		edges: edges ? edges.split(';').map(e => /** @type {[number, number]} */ (numbers(e, '-'))) : [],
	};
}

/** The words of a graph. @param {Graph} g */
export function write({ rows, cols, vertices, edges }) {
	const up = vertices.toSorted((a, b) => a - b),
		pairs = edges.toSorted((p, q) => p[0] - q[0] || p[1] - q[1]);
	return `graph:${rows}x${cols}:${up}:${pairs.map(e => e.join('-')).join(';')}`;
}

/** A graph on a canvas of another size, without the vertices that do not fit. @param {Graph} g @param {string} size */
export function fit(g, size) {
	const out = blank(size),
		moved = n => [Math.floor(n / g.cols), n % g.cols];
	const there = n => moved(n)[0] < out.rows && moved(n)[1] < out.cols,
		number = n => moved(n)[0] * out.cols + moved(n)[1];
	return {
		...out,
		vertices: g.vertices.filter(there).map(number),
		edges: g.edges.filter(e => e.every(there)).map(e => /** @type {[number, number]} */ (e.map(number))),
	};
}

/** Adds a vertex, or takes it away with its edges. @param {Graph} g @param {number} n */
export function vertex(g, n) {
	const old = g.vertices.includes(n);
	return {
		...g,
		vertices: old ? g.vertices.filter(v => v != n) : [...g.vertices, n],
		edges: old ? g.edges.filter(e => !e.includes(n)) : g.edges,
	};
}

/** Adds an edge between two vertices, or takes it away. @param {Graph} g @param {number} a @param {number} b */
export function edge(g, a, b) {
	const [low, high] = a < b ? [a, b] : [b, a],
		others = g.edges.filter(e => e[0] != low || e[1] != high);
	return {
		...g,
		edges: others.length < g.edges.length ? others : /** @type {[number, number][]} */ ([...g.edges, [low, high]]),
	};
}

/** A position without moves on the canvas, as the rules would have one. @param {Graph} g */
export function canvas(g) {
	const name = n => String(n + 1),
		{ rows, cols, vertices, edges } = g;
	const cells = Array.from({ length: rows * cols }, (_, n) => ({
		name: name(n),
		row: Math.floor(n / cols),
		col: n % cols,
		content: vertices.includes(n) ? 'empty' : 'hole',
		player: null,
		closed: [],
	}));
	return {
		variant: '',
		board: `${rows}x${cols}`,
		rows,
		cols,
		position: '',
		to_move: 'X',
		over: false,
		shape: 'vertex',
		wrap: 'plane',
		moves: [],
		cells,
		edges: edges.map(e => e.map(name)),
		canvas: true,
	};
}
