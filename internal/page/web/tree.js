// @ts-check
// A game with its variations: a tree of moves. The first child of a node continues its line, and the others are
// variations. In text, a variation stands in parentheses after the move that it replaces: 6_11_(12_5)_7. Blanks and +
// may stand for _.
/** @import { Node, Rules, Study } from './types' */

/** @param {string} move @param {Node|null} parent @returns {Node} */
const node = (move, parent) => ({
	move,
	parent,
	children: [],
	ply: parent ? parent.ply + 1 : 0,
	rules: /** @type {any} */ (null),
	study: /** @type {any} */ (null),
	explored: false,
	comment: '',
});

/** A tree without moves. */
export const empty = () => node('', null);

/** The node after a move, which is made if it is new. @param {Node} at @param {string} move */
export function play(at, move) {
	let next = at.children.find(c => c.move == move);
	if (!next) at.children.push((next = node(move, at)));
	return next;
}

/** The nodes from the root to a node, without the root. @param {Node} at @returns {Node[]} */
export const path = at => (at.parent ? [...path(at.parent), at] : []);

/** The line that a node is in, from after the root to its end. @param {Node} at */
export function line(at) {
	const all = path(at);
	for (let n = at; n.children.length; all.push(n)) n = n.children[0];
	return all;
}

/** All nodes in the order in which they are written, the root first. @param {Node} root @returns {Node[]} */
export function nodes(root) {
	const [first, ...others] = root.children;
	if (!first) return [root];
	const [, ...rest] = nodes(first);
	return [root, first, ...others.flatMap(nodes), ...rest];
}

/** The text of a tree. @param {Node} root */
export function write(root) {
	const after = n => {
		const [first, ...others] = n.children;
		return first ? [first.move, ...others.flatMap(c => ['(' + c.move, ...after(c), ')']), ...after(first)] : [];
	};
	return after(root).join('_').replaceAll('_)', ')');
}

const mostPlies = 64,
	longest = 16; // on 64 cells no game has more moves, and no move more characters
export const mostLinked = 1000; // positions in a link: nobody plays more, and pages have to show them all

/** The tree of a text, its nodes in the order of the text, and whether a part was cut off because no game is that
 * long, or because there are more than most positions. @param {string} text @param {string} [said] the comments
 * @param {number} [most] */
export function read(text, said = '', most = Infinity) {
	const root = empty(),
		all = [root],
		open = /** @type {Node[]} */ ([]);
	let at = root,
		cut = false;
	for (const [token] of text.matchAll(/[()]|[^()_+\s]+/g)) {
		if (token == '(') {
			open.push(at);
			at = at.parent ?? at;
		} else if (token == ')') at = open.pop() ?? at;
		else {
			cut = at.ply == mostPlies || token.length > longest || all.length > most;
			if (cut) break;
			const before = at.children.length;
			at = play(at, token);
			if (at.parent && at.parent.children.length > before) all.push(at);
		}
	}
	comment(all, said);
	return { root, nodes: all, cut };
}

/** The comments of a tree, each a line: the place of its node among all, and the words. @param {Node} root */
export const comments = root =>
	nodes(root)
		.flatMap((n, i) => (n.comment ? [`${i} ${n.comment}`] : []))
		.join('\n');

export const longestComment = 300; // characters

/** Adds comments to their nodes. @param {Node[]} nodes @param {string} text */
function comment(nodes, text) {
	for (const [, i, words] of text.matchAll(/^(\d+) (.+)$/gm))
		if (nodes[i]) nodes[i].comment = words.slice(0, longestComment);
}

/** Writes the comments on the way to a node into the record of its game, as lines that other readers pass over, with the
 * number of plies
 * before each. @param {string} record @param {Node} at */
export function annotate(record, at) {
	const line = path(at),
		root = line[0]?.parent ?? at;
	return record.replace(
		'\n',
		'\n' + [root, ...line].map((n, i) => (n.comment ? `# ${i}: ${n.comment}\n` : '')).join('')
	);
}

/** Reads the comments of a record. @param {Node} root @param {string} record */
export const annotated = (root, record) =>
	comment(
		[root, ...line(root)],
		[...record.matchAll(/^\s*# (\d+): (.+)$/gm)].map(m => `${m[1]} ${m[2].trim()}`).join('\n')
	);

/** The node to which the moves of a path lead from a root; new nodes are made. @param {Node} root @param {Node[]}
 * path */
export const follow = (root, path) => path.reduce((at, n) => play(at, n.move), root);

/** Adds the nodes of another tree, and its comments: only missing ones, or all. @param {Node} root @param {Node[]}
 * nodes
 * @param {boolean} all */
export function merge(root, nodes, all) {
	for (const n of nodes) {
		const at = follow(root, path(n));
		if (all || !at.comment) at.comment = n.comment;
	}
}

/** Makes a node's line the main one. @param {Node} at */
export function promote(at) {
	for (let n = at; n.parent; n = n.parent) {
		const all = n.parent.children;
		all.unshift(...all.splice(all.indexOf(n), 1));
	}
}

/** The nodes with which variations begin. @param {Node} root */
export const variations = root => nodes(root).filter(n => n.parent && n.parent.children[0] != n);

/** Takes a node and what comes after it out of the tree; returns its parent. @param {Node} at */
export function remove(at) {
	const parent = at.parent ?? at;
	parent.children = parent.children.filter(c => c != at);
	return parent;
}

/** The mark of a move: "!", "?!", "??", or "" for a good or an unknown one. @param {Node} n */
export function mark(n) {
	const study = n.parent?.study,
		m = study?.moves.find(m => m.move == n.move);
	return m ? (study?.facts.only_move && m.outcome == 'win' ? '!' : m.mistake) : '';
}

/** Who wins a position and in how many plies, as far as known; null if nothing is known.
 * @param {Node} n @returns {{winner: string|null|undefined, distance: number|null}|null} */
export function verdict(n) {
	if (n.study?.winner) return n.study;
	const m = n.parent?.study?.moves.find(m => m.move == n.move);
	if (!m?.outcome) return null;
	const mover = n.parent?.study.to_move;
	return {
		winner: m.outcome == 'win' ? mover : mover == 'X' ? 'O' : 'X',
		distance: m.distance == null ? null : m.distance - 1,
	};
}
