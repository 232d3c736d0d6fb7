// @ts-check
// Games: new ones and kept ones.
/** @import { Node } from './types' */
import * as engine from './engine.js';
import * as saved from './saved.js';
import * as tree from './tree.js';

/** A game: its rules, where it starts, and the tree of its moves.
 * @typedef { { id: string, name: string, variant: string, board: string, start: string, root: Node, at: Node, notes:
 * string[], sides: Record<string, string>, given: string, mine: boolean, task: any, depth: string, seed: string,
 * day: string, kept: saved.Kept|null, stored: string, place: Node|null, more?: number}} Game Its place is the game's
 * position while another one is only looked at. kept is what this tab kept last, and stored what the browser had then;
 * other tabs may have changed that since. more is how many puzzles may be passed over for one with more moves. */

/** A new game, from the start of its board or from a position. @param {string} variant @param {string} [board] @param
 * {string} [start] @returns {Game} */
export function fresh(variant, board = '', start = '') {
	const root = tree.empty(),
		id = Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
	const sides = { X: '', O: saved.get('level') ?? 'casual' };
	return {
		id,
		name: '',
		variant,
		board,
		start,
		root,
		at: root,
		notes: engine.notes,
		sides,
		given: '',
		mine: false,
		task: null,
		depth: '',
		seed: '1',
		day: '',
		kept: null,
		stored: '',
		place: null,
	};
}

/** A game that was kept. @param {saved.Kept} kept @returns {Game} */
export function revived(kept) {
	const { root, nodes } = tree.read(kept.moves, kept.comments),
		{ id, name, sides, given } = kept;
	return {
		...fresh(kept.variant, kept.board, kept.start),
		id,
		name,
		sides,
		given,
		root,
		at: nodes[kept.at] ?? root,
		mine: true,
		kept,
		stored: JSON.stringify(kept),
	};
}

/** The line of a game, with a place of its own in it: the game itself stays where it is. @param {Game} game @returns
 * {Game} */
export function reviewed(game) {
	const line = tree.line(game.at),
		{ root, nodes } = tree.read(line.map(n => n.move).join('_'));
	[game.root, ...line].forEach((n, i) => {
		nodes[i].comment = n.comment;
	});
	return { ...game, root, at: nodes[tree.path(game.at).length] ?? root };
}
