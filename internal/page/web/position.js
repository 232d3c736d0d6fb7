// @ts-check
// The shown position and the facts about it: the rooms, the drawings over the board, and the moves with their values.
/** @import { MoveValue } from './api' */
/** @import { Move, Rules } from './types' */
import * as words from './words.js';
import { store } from './store.js';

/** @typedef {import('./task.js').Doing} Doing */

/** A room, as the stage uses it.
 * @typedef {object} Room
 * @property {boolean} [apart] whether it has no board
 * @property {(() => Promise<void>)|null} [load] fetches the parts of the room, if they are not there yet
 * @property {(task: Doing) => Promise<boolean>} [begin] makes sure that there is a position; false if there is none
 * @property {(task: Doing) => Promise<boolean>} [shown] called when the position is shown; true if all is done then
 * @property {() => boolean} [analyses] whether the position is to be analysed
 * @property {() => boolean} values whether values may be seen
 * @property {() => boolean} open whether a move can be played now
 * @property {(move: Move) => void} [press] plays a move that was chosen on the board
 * @property {(name: string) => void} [cell] takes a click on a cell in place of moves
 * @property {(from: string, to: string) => boolean} [drag] takes a drag from one cell to another; false if it means
 * nothing
 * @property {(name: string) => Element|null} [point] the drawing for the cell pointed at
 * @property {(file: Blob) => void} [take] takes a file
 * @property {() => void} [resize] takes another size of the board
 * @property {(name: string) => void} [refuse] says why a cell cannot be played
 * @property {() => void} paint paints the parts of the room
 * @property {() => void} [enter] makes the game of the room from the one that was shown */

/** The rooms, by their modes; each is put here by the page. @type {Record<string, Room>} */
export const rooms = {};

/** The drawings on the board, and the facts about the position before its analysis is there. */
export const stage = {
	step: '',
	focus: '',
	wrong: /** @type {string[]} */ ([]),
	overlay: /** @type {Element|null} */ (null),
	// A position of a line, shown in place of the one that the game is at.
	ahead: /** @type {{key: string, rules: Rules, move: string}|null} */ (null),
	partial: /** @type {MoveValue[]} */ ([]),
	early: /** @type {any} */ (null),
	hinted: 0,
};

/** The room that is shown. */
export const room = () => rooms[store.mode];

/** Whether values may be seen. */
export const seen = () => room().values();

/** The moves with their known results, the best first. @returns {Move[]} */
export function valued() {
	const { rules, study } = store.here.at,
		values = new Map([...stage.partial, ...(study?.moves ?? [])].map(m => [m.move, m]));
	return rules.moves.map(m => ({ ...m, ...values.get(m.move) })).sort(better);
}

/** The known facts about the position: the analysis, or conclusions from the moves decided so far. */
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

/** Why the position is won or lost: from the analysis, or from the stream so far. */
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

/** The moves that a click can play now, by cell: the cell to go to or, after a step, the cell to block. */
export function playable(moves) {
	const cells = new Map();
	for (const m of room().open() ? moves : []) {
		const cell = stage.step ? (m.to == stage.step ? m.block : null) : m.to;
		if (cell && !cells.has(cell)) cells.set(cell, m);
	}
	return cells;
}

/** The line that is shown: the line of a move, or the one in the evidence. @returns {string[]|undefined} */
export const line = () => (store.why.of ? valued().find(m => m.move == store.why.of)?.pv : why()?.evidence?.search?.pv);
