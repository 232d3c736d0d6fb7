// @ts-check
// Answers from the file that the page is in: the report of a game. It has only the positions of that game, each with
// its rules and the value of every move.
import * as words from './words.js';

/** @typedef {{rules: import('./types').Rules, study: import('./types').Study}} Known */

/** @type { {first: string, notes: string[], variants: import('./api').Variant[], game: import('./api').Game|null,
 *   board: string, positions: Known[]} } */
const report = JSON.parse(document.getElementById('report')?.textContent ?? '');
const known = new Map(report.positions.map(p => [p.rules.position, p]));

/** Whether any question can be answered. This file has some positions only. */
export const whole = false;

/** The fragment that the page begins with where the address has none. */
export const first = report.first;

/** Sentences about the game as a whole. */
export const notes = report.notes;

/** The address that answers a question; "" where none does. @param {string} kind @param {Record<string, string>}
 * params */
export const link = (kind, params) => '';

/** Nothing to do: a server of another version begins anew. @param {(use: () => void) => void} tell */
export const renewed = tell => {};

/** Whether reports can be asked for. */
export const reports = false;

/** Asks a question and returns the answer; throws the problem.
 * @param {string} kind @param {Record<string, string>} params @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(kind, params, signal) {
	signal?.throwIfAborted();
	if (kind == 'variants') return report.variants;
	const moves = (params.moves ?? '').split(/[\s_]+/).filter(Boolean);
	const found = at(params, moves);
	if (found && kind == 'position') return { ...found.rules, played: moves };
	if (found && kind == 'analysis') return found.study;
	if (found && kind == 'review' && report.game?.plies.map(p => p.played.move).join() == moves.join())
		return { ...found.study, game: report.game };
	throw unknown();
}

/** Asks a question as a stream; there is nothing to wait for.
 * @param {string} kind @param {Record<string, string>} params @param {AbortSignal} signal
 * @param {(name: string, value: any) => void} on */
export async function stream(kind, params, signal, on) {
	on('result', await ask(kind, params, signal));
	for (const ply of params.then ? params.then.split('_') : [])
		on('history', at(params, params.moves.split(' ').slice(0, Number(ply)))?.study);
}

/** The position after moves, if the report has it. @param {Record<string, string>} params @param {string[]} moves */
function at(params, moves) {
	const game = report.variants[0];
	if (params.variant != game.variant) return undefined;
	const usual = (params.board || game.board).toLowerCase() == report.board ? report.positions[0] : undefined;
	let found = params.position ? known.get(params.position.replaceAll('_', ' ')) : usual;
	for (const move of moves) found = known.get(found?.rules.moves.find(m => m.move == move)?.child);
	return found;
}

function unknown() {
	const detail = words.hints.report;
	return Object.assign(new Error(detail), {
		problem: { type: 'urn:gridlock:problem:report', status: 404, title: 'Not in this report', detail },
	});
}
