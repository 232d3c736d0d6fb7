// @ts-check
// What the page is about: the room, the game, and what puzzle, editor and a game that is made have in its place; the
// address that says it, and the games that are kept.
import * as engine from './engine.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';

/** A game: its rules, where it starts, and the tree of its moves.
 * @typedef {{id: string, name: string, variant: string, board: string, start: string, root: tree.Node, at: tree.Node, notes: string[],
 *   sides: Record<string, string>, given: string, mine: boolean, task: any, depth: string, seed: string}} Game */

const rooms = ['home', 'play', 'review', 'analyse', 'puzzle', 'edit', 'make'];
const longest = 2000, longestStart = 200; // characters; a server refuses more, and no position has as many

/** The one state of the page. */
export const store = {
	games: /** @type {any[]} */ ([]), mode: 'home', notice: '', kept: true,
	game: /** @type {Game|null} */ (null), puzzle: /** @type {Game|null} */ (null), edit: /** @type {Game|null} */ (null), review: /** @type {Game|null} */ (null),
	make: /** @type {Game|null} */ (null),
	/** The game of the room. @returns {Game} */
	get here() { return /** @type {Game} */ ({ puzzle: store.puzzle, edit: store.edit, make: store.make, review: store.review }[store.mode] ?? store.game); },
};

/** The entry of a game in the list. @param {string} variant */
export const entry = variant => store.games.find(g => g.variant == variant);

/** Adds a game to the list, under the name that it was given. @param {any} game */
export function add(game) {
	if (game.name == game.variant && game.variant.includes(' ')) game.own = saved.get('name ' + game.variant) ?? '';
	if (!entry(game.variant)) store.games.push(game);
}

/** The board of a game of the library; "" where the rules alone say it. @param {string} variant */
export const ownBoard = variant => variant.includes(' ') && !entry(variant)?.fixed ? entry(variant)?.board ?? '' : '';

/** A new game, from the start of its board or from a position. @param {string} variant @param {string} [board] @param {string} [start] @returns {Game} */
export function fresh(variant, board = '', start = '') {
	const root = tree.empty(), id = Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
	const sides = { X: saved.get('side-X') ?? '', O: saved.get('side-O') ?? 'casual' };
	return { id, name: '', variant, board, start, root, at: root, notes: engine.notes, sides, given: '', mine: false, task: null, depth: '', seed: '1' };
}

/** A game that was kept. @param {saved.Kept} kept @returns {Game} */
export function revived(kept) {
	const { root, nodes } = tree.read(kept.moves), { id, name, sides, given } = kept;
	return { ...fresh(kept.variant, kept.board, kept.start), id, name, sides, given, root, at: nodes[kept.at] ?? root, mine: true };
}

/** The line that a game is at, with a place of its own in it: the game stays where it is. @param {Game} game @returns {Game} */
export function reviewed(game) {
	const { root, nodes } = tree.read(tree.line(game.at).map(n => n.move).join('_'));
	return { ...game, root, at: nodes[tree.path(game.at).length] ?? root };
}

/** The parameters of a question about a position of a game. */
export function parameters(at = store.here.at, game = store.here) {
	return { variant: game.variant, board: game.start ? '' : game.board, position: game.start, moves: tree.path(at).map(n => n.move).join(' ') };
}

/** Reads room and game from the address; what was kept with it in the history of the browser says which game it is.
 * @param {{id?: string}|null} [state] */
export async function read(state) {
	const text = location.hash.slice(1) || engine.first, f = new URLSearchParams(text.replaceAll('+', '%2B'));
	const mode = text ? rooms.find(m => m == f.get('mode')) ?? 'analyse' : 'home';
	if (mode == 'home') { store.mode = mode; return; }
	const variant = await known(f.get('v')?.replaceAll(/[_+]/g, ' ') ?? 'lockdown');
	let start = f.get('p') ?? '', board = f.get('s') ?? '';
	if (start.length > longestStart || board.length > longestStart) {
		[start, board] = ['', ''];
		store.notice ||= words.link.position;
	}
	const link = { ...fresh(variant, board, start), name: (f.get('n') ?? '').slice(0, 80), depth: f.get('depth') ?? '', seed: f.get('seed') ?? '1' };
	const { root, nodes, cut } = tree.read(f.get('m') ?? '');
	if (cut) store.notice ||= words.link.long;
	link.root = root;
	link.at = f.has('at') ? nodes[Number(f.get('at'))] ?? root : tree.line(root).at(-1) ?? root;
	const alike = (a, ...names) => a && names.every(name => a[name] == link[name]);
	if (mode == 'puzzle') {
		if (!alike(store.puzzle, 'variant', 'board', 'depth', 'seed')) store.puzzle = link;
	} else if (mode == 'edit' || mode == 'make') {
		store[mode] = link;
	} else {
		const kept = state?.id ? saved.load(state.id) : null, old = store.game?.id == state?.id ? store.game : kept && revived(kept);
		const same = old && alike(old, 'variant', 'board', 'start');
		if (same && mode != 'review') { // with all its variations
			for (const n of nodes) tree.follow(old.root, tree.path(n));
			old.at = tree.follow(old.root, tree.path(link.at));
		}
		store.game = same ? old : { ...link, id: state?.id ?? link.id };
		if (mode == 'review') store.review = reviewed({ ...store.game, root, at: link.at });
	}
	store.mode = mode;
}

/** What identifies the game of a name or of rules; games that are not in the list yet are added. @param {string} name */
async function known(name) {
	let game = store.games.find(g => g.variant == name || g.name == name);
	if (!game && engine.whole) {
		try {
			if (name.length > longest) throw { problem: { detail: words.link.rules } };
			[game] = await engine.ask('variants', { variant: name });
			add(game);
		} catch (e) {
			if (!e.problem) throw e;
			store.notice = e.problem.detail;
		}
	}
	return game?.variant ?? entry('lockdown')?.variant ?? store.games[0].variant;
}

/** The address of what is shown, "" for the home page. */
function address() {
	const { mode, here } = store;
	if (mode == 'home') return '';
	const f = /** @type {Record<string, any>} */ ({ v: here.variant.replaceAll(' ', '_') });
	if (mode != 'analyse') f.mode = mode;
	if (here.start && mode != 'puzzle') f.p = here.start;
	else if (here.board) f.s = here.board;
	if (mode == 'make' && here.name) f.n = here.name;
	if (mode == 'puzzle') {
		if (here.depth) f.depth = here.depth;
		f.seed = here.seed;
	} else if (here.root.children.length) {
		f.m = tree.write(here.root);
		if (here.at != tree.line(here.root).at(-1)) f.at = tree.nodes(here.root).indexOf(here.at);
	}
	const part = text => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%2F', '/');
	return '#' + Object.entries(f).map(([name, value]) => `${name}=${part(String(value))}`).join('&');
}

/** Writes what is shown to the address, and keeps the game. A step that a person would call back is a new entry of the history.
 * @param {boolean} step */
export function write(step) {
	const at = address(), state = { id: store.mode == 'home' ? undefined : store.here.id };
	if (location.protocol == 'file:' && !at) return; // a report is never without its game
	history[step ? 'pushState' : 'replaceState'](state, '', at || location.pathname + location.search);
	keep();
}

/** Keeps the game, once something was done in it. */
export function keep() {
	const g = store.game;
	if (!g?.mine || !engine.whole || store.here != g || store.mode == 'home') return;
	const { id, name, variant, board, start, sides, given, at, root } = g, old = saved.load(id), moves = tree.write(root), last = tree.line(at).at(-1) ?? root;
	const kept = {
		id, name, variant, board, start, sides: { X: sides.X, O: sides.O }, given, moves, at: tree.nodes(root).indexOf(at), plies: tree.line(root).length, mode: store.mode,
		position: at.rules?.position ?? old?.position ?? '', over: last.rules ? last.rules.over : old?.moves == moves && !!old.over, changed: old?.changed ?? 0,
	};
	if (JSON.stringify(kept) != JSON.stringify(old)) store.kept = saved.save({ ...kept, changed: Date.now() });
}
