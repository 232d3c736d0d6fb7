// @ts-check
// What is shown, and what is known of it: the rooms, what is drawn over the board, and the moves with their values.
import * as words from './words.js';
import { store } from './store.js';

/** @typedef {import('./task.js').Doing} Doing */

/** A room: what it has to do with the stage.
 * @typedef {object} Room
 * @property {boolean} [apart] whether it has no board
 * @property {(() => Promise<void>)|null} [load] fetches what the room is made of, if it is not there yet
 * @property {(task: Doing) => Promise<boolean>} [begin] sees that there is a position; false if there is none
 * @property {(task: Doing) => Promise<boolean>} [shown] called when the position is shown; true if all is done then
 * @property {() => boolean} [analyses] whether the position is to be analysed
 * @property {() => boolean} values whether values may be seen
 * @property {() => boolean} open whether a move can be played now
 * @property {(move: any) => void} [press] plays a move that was chosen on the board
 * @property {(name: string) => void} [cell] takes a click on a cell in place of moves
 * @property {(from: string, to: string) => boolean} [drag] takes a drag from one cell to another; false if it means
 * nothing
 * @property {(name: string) => Element|null} [point] what is drawn for the cell that is pointed at
 * @property {(file: Blob) => void} [take] takes a file
 * @property {() => void} [resize] takes another size of the board
 * @property {(name: string) => void} [refuse] says why a cell cannot be played
 * @property {() => void} paint paints what the room alone has
 * @property {() => void} [enter] makes the game of the room from the one that was shown */

/** The rooms, by their modes; each is put here by the page. @type {Record<string, Room>} */
export const rooms = {};

/** What is drawn on the board, and known of the position before its analysis is there. */
export const stage = {
	step: '',
	focus: '',
	wrong: /** @type {string[]} */ ([]),
	overlay: /** @type {Element|null} */ (null),
	// A position of a line, shown in place of the one that the game is at.
	ahead: /** @type {{key: string, rules: any, move: string}|null} */ (null),
	partial: /** @type {any[]} */ ([]),
	early: /** @type {any} */ (null),
	hinted: 0,
};

/** The room that is shown. */
export const room = () => rooms[store.mode];

/** Whether values may be seen. */
export const seen = () => room().values();

/** The moves with what is known of them, the best first. */
export function valued() {
	const { rules, study } = store.here.at,
		values = new Map([...stage.partial, ...(study?.moves ?? [])].map(m => [m.move, m]));
	return rules.moves.map(m => ({ ...m, ...values.get(m.move) })).sort(better);
}

/** What is known of the position that is shown: the analysis, or what follows from the moves that are decided so far. */
export function knowledge() {
	const { rules, study } = store.here.at,
		{ partial, early } = stage;
	if (study?.winner || !rules.moves.length) return study;
	const won = partial.some(m => m.outcome == 'win'),
		lost = partial.length == rules.moves.length && partial.every(m => m.outcome == 'loss');
	return won || lost
		? { winner: won ? rules.to_move : words.other(rules.to_move), distance: null }
		: (early ?? study);
}

/** Why the position is won or lost that is shown: the analysis, or what the stream has said of it by now. */
export function why() {
	const { study } = store.here.at;
	return study?.outcome ? study : (stage.early ?? study);
}

/** Orders moves, the best first. */
export function better(a, b) {
	const rank = m => (m.outcome == 'win' ? 0 : m.outcome == 'loss' ? 2 : 1);
	const plies = m => (m.outcome == 'loss' ? -(m.distance ?? -999) : (m.distance ?? 999));
	return rank(a) - rank(b) || plies(a) - plies(b);
}

/** The moves that a click can play now, by cell: where to go, or after a step what to block. */
export function playable(moves) {
	const cells = new Map();
	for (const m of room().open() ? moves : []) {
		const cell = stage.step ? (m.to == stage.step ? m.block : null) : m.to;
		if (cell && !cells.has(cell)) cells.set(cell, m);
	}
	return cells;
}

/** The line that is shown: that of a move, or the one that is the evidence. @returns {string[]|undefined} */
export const line = () => (store.why.of ? valued().find(m => m.move == store.why.of)?.pv : why()?.evidence?.search?.pv);
