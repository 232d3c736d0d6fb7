// @ts-check
// The data that the browser keeps: settings, games, and results of puzzles, each under its own name, so that tabs do
// not overwrite each other's data. It is written at every move, so nothing is lost with a tab.

/** A game as it is kept.
 * @typedef { { id: string, name: string, variant: string, board: string, start: string, moves: string, at: number,
 * plies: number, mode: string,
 * sides: {X: string, O: string}, given: string, position: string, over: boolean, changed: number, comments?:
 * string}} Kept */

/** Which puzzle it is: that of a day, or by its game and number.
 * @typedef {{day?: string, variant?: string, board?: string, depth?: string, seed?: string}} Which */

/** The result of a puzzle: the number of wrong tries before it was solved or given up ("": neither yet), the time of
 * that, and of its begin; and whether it was mended later, at the first try. The puzzle of a day has no seed.
 * @typedef {{day?: string, variant: string, board: string, depth: string, seed: string, size: string, wrong: number,
 * end: ''|'solved'|'given', date: number, began?: number, mended: boolean}} Result */

const memory = new Map(); // data that the browser has no room for, or must not keep
const prefix = 'gridlock game ',
	puzzles = 'gridlock puzzle ';

/** A setting, or null. @param {string} name @returns {string|null} */
export function get(name) {
	try {
		return memory.get(name) ?? localStorage.getItem(name);
	} catch {
		return null;
	}
}

/** Keeps a setting; false if it goes with the page. @param {string} name @param {string} value */
export function set(name, value) {
	try {
		localStorage.setItem(name, value);
		return memory.delete(name) || true;
	} catch {
		memory.set(name, value);
		return false;
	}
}

/** The data under a name, or null. @param {string} name */
function parsed(name) {
	try {
		return JSON.parse(get(name) ?? 'null');
	} catch {
		return null;
	}
}

/** All that is kept under names that begin alike. @param {string} begin @returns {any[]} */
function all(begin) {
	const names = new Set(memory.keys());
	try {
		for (const name of Object.keys(localStorage)) names.add(name);
	} catch {
		/* in memory only */
	}
	return [...names]
		.filter(n => n.startsWith(begin))
		.map(parsed)
		.filter(Boolean);
}

const modes = ['play', 'review', 'analyse'];
const text = value => (typeof value == 'string' ? value : '');
const number = value => (Math.abs(value) < 8e15 ? Number(value) : 0);

/** A game, each field of it checked; null where there is none. @param {any} g @returns {Kept|null} */
function sound(g) {
	if (!text(g?.id) || !text(g.variant) || typeof g.moves != 'string' || typeof g.sides != 'object') return null;
	return {
		// In the order in which games are kept: texts of them are compared.
		id: g.id,
		name: text(g.name),
		variant: g.variant,
		board: text(g.board),
		start: text(g.start),
		sides: { X: text(g.sides?.X), O: text(g.sides?.O) },
		given: text(g.given),
		moves: g.moves,
		at: number(g.at),
		plies: number(g.plies),
		mode: modes.includes(g.mode) ? g.mode : 'analyse',
		position: text(g.position),
		over: g.over === true,
		changed: number(g.changed),
		...(text(g.comments) && { comments: g.comments }),
	};
}

/** The games, the last one first. @returns {Kept[]} */
export const games = () =>
	all(prefix)
		.flatMap(g => sound(g) ?? [])
		.sort((a, b) => b.changed - a.changed);

/** The results of puzzles, the oldest first. @returns {Result[]} */
export const results = () =>
	all(puzzles)
		.filter(settled)
		.sort((a, b) => a.date - b.date);

/** Whether something kept is the result of a puzzle. @param {any} r */
const settled = r =>
	['variant', 'board', 'depth', 'seed'].every(name => typeof r?.[name] == 'string')
	&& ['wrong', 'date'].every(name => Math.abs(r[name]) < 8e15);

/** The name under which a result is kept. @param {Which} which */
const puzzle = ({ day, variant, board, depth, seed }) => puzzles + (day || [variant, board, depth, seed].join('|'));

/** The result of a puzzle, or null. @param {Which} which @returns {Result|null} */
export function result(which) {
	const r = parsed(puzzle(which));
	return settled(r) ? r : null;
}

/** Forgets the result of a puzzle. @param {Which} which */
export const forget = which => drop(puzzle(which));

/** Keeps the result of a puzzle. @param {Result} result */
export const settle = result => set(puzzle(result), JSON.stringify(result));

/** The name under which a game is kept. @param {string} id */
export const key = id => prefix + id;

/** A game, or null. @param {string} id @returns {Kept|null} */
export const load = id => sound(parsed(key(id)));

/** Keeps a game; false if it goes with the page. @param {Kept} game */
export const save = game => set(key(game.id), JSON.stringify(game));

/** Forgets a game. @param {string} id */
export const remove = id => drop(key(id));

/** Forgets the data under a name. @param {string} name */
function drop(name) {
	memory.delete(name);
	try {
		localStorage.removeItem(name);
	} catch {
		/* it was in memory only */
	}
}

/** Gives games their present names. Games of the library were once kept by the words of their rules.
 * @param {(variant: string) => string} name */
export function rename(name) {
	for (const g of games()) if (name(g.variant) != g.variant) save({ ...g, variant: name(g.variant) });
	for (const r of results().filter(r => name(r.variant) != r.variant)) {
		const now = { ...r, variant: name(r.variant) };
		forget(r);
		if (!result(now)) settle(now);
	}
}
