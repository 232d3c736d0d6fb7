// @ts-check
// The state of the page: the room, and the game, or the game of a puzzle, of the editor or of the room where games are
// made; the address with this state, and the kept games.
/** @import { Node, Variant } from './types' */
import * as engine from './engine.js';
import * as days from './days.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { fresh, revived, reviewed } from './game.js';

export { fresh, revived, reviewed } from './game.js';

/** @typedef {import('./game.js').Game} Game */

/** Whether the page is a board in a frame of another one (?embed): it has no home, and neither history nor games of
 * its own. */
export const embedded = new URLSearchParams(location.search).has('embed');

const rooms = embedded
	? ['play', 'analyse', 'puzzle']
	: ['home', 'play', 'review', 'analyse', 'puzzle', 'edit', 'make', 'atlas', 'proof'];
const longest = 2000,
	longestStart = 200; // characters; a server refuses more, and no position has as many
const mostComments = 1500; // characters of comments in a link, as they are written there

/** The one state of the page. */
export const store = {
	games: /** @type {Variant[]} */ ([]),
	mode: 'home',
	notice: '',
	kept: true,
	game: /** @type {Game|null} */ (null),
	puzzle: /** @type {Game|null} */ (null),
	edit: /** @type {Game|null} */ (null),
	review: /** @type {Game|null} */ (null),
	make: /** @type {Game|null} */ (null),
	atlas: /** @type {Game|null} */ (null),
	proof: /** @type {Game|null} */ (null),
	/** Whether why is drawn: how many pieces, 0 for all; of is the move whose line is shown instead. */
	why: { on: false, step: 0, of: '' },
	/** The game of the room. @returns {Game} */
	get here() {
		return /** @type {Game} */ (
			{
				puzzle: store.puzzle,
				edit: store.edit,
				make: store.make,
				atlas: store.atlas,
				proof: store.proof,
				review: store.review,
			}[store.mode] ?? store.game
		);
	},
};

/** The entry of a game in the list, by its name or the words of its rules; undefined if there is none, which the
 * type leaves out: few callers need to ask. @param {string} [variant] */
export const entry = variant =>
	/** @type {Variant} */ (
		store.games.find(g => g.variant == variant) ?? store.games.findLast(g => g.words == variant)
	);

/** Whether rules have no name. @param {Variant} game */
export const unnamed = game => game.variant == game.words;

/** Whether a game is one of the five, whose rule books give the board. @param {Variant} game */
export const five = game => !game.library && !unnamed(game);

/** Adds a game to the list, under the name that it was given. @param {Variant} game */
export function add(game) {
	if (unnamed(game)) game.own = saved.get('name ' + game.variant) ?? '';
	if (!entry(game.variant)) store.games.push(game);
}

/** The board of a game of the library; "" if the rules give it. @param {string} variant */
export const ownBoard = variant => {
	const game = entry(variant);
	return game && !five(game) && !game.fixed ? game.board : '';
};

/** The side that is played from afar, by links; "" in other games. @param {Game} game */
export const afar = game => ['X', 'O'].find(side => game.sides[side] == 'link') ?? '';

/** The link with which the far player goes on. */
export const invitation = () => location.href.replace(/&you=./, '&you=' + afar(store.here));

/** The parameters of a question about a position of a game. */
export function parameters(at = store.here.at, game = store.here) {
	return {
		variant: game.variant,
		board: game.start ? '' : game.board,
		position: game.start,
		moves: tree
			.path(at)
			.map(n => n.move)
			.join(' '),
	};
}

/** Reads room and game from the address; the state kept with it in the browser's history identifies the game.
 * @param {{id?: string, away?: boolean}|null} [state] */
export async function read(state) {
	const text = location.hash.slice(1) || engine.first || (embedded ? 'mode=play' : ''),
		f = new URLSearchParams(text.replaceAll('+', '%2B'));
	const mode = text
		? (rooms.find(m => m == f.get('mode') && (engine.whole || (m != 'atlas' && m != 'proof'))) ?? 'analyse')
		: 'home';
	if (mode == 'home') {
		store.mode = mode;
		return;
	}
	const variant = await known(f.get('v')?.replaceAll(/[_+]/g, ' ') ?? 'lockdown');
	let start = f.get('p') ?? '',
		board = f.get('s') ?? '';
	if (start.length > longestStart || board.length > longestStart) {
		[start, board] = ['', ''];
		store.notice ||= words.link.position;
	}
	const link = {
		...fresh(variant, board, start),
		name: (f.get('n') ?? '').slice(0, 80),
		depth: f.get('depth') ?? '',
		seed: f.get('seed') ?? '1',
	};
	const { root, nodes, cut } = tree.read(f.get('m') ?? '', f.get('c') ?? undefined, tree.mostLinked);
	if (cut) store.notice ||= words.link.long;
	link.root = root;
	link.at = f.has('at') ? (nodes[Number(f.get('at'))] ?? root) : (tree.line(root).at(-1) ?? root);
	const alike = (a, ...names) => a && names.every(name => a[name] == link[name]);
	if (mode == 'puzzle') {
		const none = !f.has('v') && !f.has('seed');
		link.day =
			days.sound(f.get('day')) || (none ? days.today() : link.depth || board ? '' : days.ofSeed(link.seed));
		if (link.day > days.today()) {
			store.notice ||= words.puzzle.early(link.day);
			link.day = days.today();
		}
		if (!alike(store.puzzle, 'day') || (!link.day && !alike(store.puzzle, 'variant', 'board', 'depth', 'seed')))
			store.puzzle = link;
	} else if (mode == 'edit' || mode == 'make' || mode == 'atlas' || mode == 'proof') {
		store[mode] = { ...link, task: f.has('v') };
	} else {
		const you = mode == 'play' && f.get('you')?.match(/^[XO]$/)?.[0],
			from = you && f.get('g')?.match(/^\w{8,32}$/)?.[0],
			id = state?.id ?? from;
		const kept = id ? saved.load(id) : null,
			old = store.game?.id == id ? store.game : kept && revived(kept);
		const same = old && alike(old, 'variant', 'board', 'start');
		if (same && mode != 'review') {
			// with all its variations, and its comments as they are now
			if (state?.away) old.place ??= old.at;
			const before = [old.root, ...tree.line(old.at)],
				end = before[before.length - 1];
			tree.merge(old.root, tree.read(f.get('m') ?? '', '', tree.mostLinked).nodes, false);
			old.at = tree.follow(old.root, tree.path(link.at));
			if (from && !state?.id) {
				// it may be an older link of the game, or come from another line of it
				if (before.includes(old.at)) old.at = end;
				else if (end.parent && !tree.path(old.at).includes(end)) store.notice ||= words.link.other;
				tree.promote(old.at);
			}
		}
		store.game = same ? old : { ...link, id: state?.id ?? ((!kept && from) || link.id) };
		const own = from && !state?.id && same && old.sides[you] == 'link'; // the inviter has opened the invitation
		if (own) store.notice ||= words.link.own(you);
		else if (from) store.game.sides = { [you]: '', [words.other(you)]: 'link' };
		else if (you && !same) store.game.sides = { [you]: '', [words.other(you)]: link.sides.O };
		if (from) Object.assign(store.game, { mine: true, given: f.get('gave')?.match(/^[XO]$/)?.[0] ?? '' });
		if (mode == 'review') store.review = reviewed({ ...store.game, root, at: link.at });
	}
	store.why = { on: f.has('why'), step: Math.max(0, Math.floor(Number(f.get('why'))) || 0), of: f.get('of') ?? '' };
	store.mode = mode;
}

/** The name of the game with a name or rules; a game that is not in the list yet is added. @param {string} name */
export async function known(name) {
	let game = entry(name) ?? store.games.find(g => g.name == name);
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

/** A text as a part of an address. @param {string} text */
const part = text =>
	encodeURIComponent(text)
		.replaceAll('%2C', ',')
		.replaceAll('%40', '@')
		.replaceAll('%3A', ':')
		.replaceAll('%3B', ';')
		.replaceAll('%2F', '/');

/** The comments of the game as a part of an address; "" in rooms that have none. */
const commented = () =>
	['play', 'review', 'analyse'].includes(store.mode) && !(store.mode == 'play' && afar(store.here))
		? part(tree.comments(store.here.root))
		: '';

/** Whether there are comments that are too long for a link. */
export const silent = () => commented().length > mostComments;

/** The address of the present view, "" for the home page. */
function address() {
	const { mode, here } = store;
	if (mode == 'home') return '';
	if (mode == 'proof' && !here.task) return '#mode=proof';
	if (mode == 'puzzle' && here.day) return `#mode=puzzle&day=${here.day}`;
	const f = /** @type {Record<string, string|number>} */ ({ v: here.variant.replaceAll(' ', '_') });
	if (mode != 'analyse') f.mode = mode;
	if (here.start && mode != 'puzzle') f.p = here.start;
	else if (here.board) f.s = here.board;
	if (mode == 'make' && here.name) f.n = here.name;
	if (mode == 'puzzle') {
		if (here.depth) f.depth = here.depth;
		f.seed = here.seed;
	} else if (mode == 'play' && afar(here)) {
		// without what was only tried
		if (here.at.parent)
			f.m = tree
				.path(here.at)
				.map(n => n.move)
				.join('_');
		Object.assign(f, { g: here.id, you: words.other(afar(here)) }, here.given && { gave: here.given });
	} else if (here.root.children.length) {
		f.m = tree.write(here.root);
		if (here.at != tree.line(here.root).at(-1)) f.at = tree.nodes(here.root).indexOf(here.at);
	}
	if (mode == 'play' && !here.sides.O && here.sides.X && !afar(here)) f.you = 'O';
	if (mode == 'analyse' && store.why.on) f.why = store.why.step || 'all';
	if (f.why && store.why.of) f.of = store.why.of;
	if (commented() && !silent()) f.c = tree.comments(here.root);
	return (
		'#'
		+ Object.entries(f)
			.map(([name, value]) => `${name}=${part(String(value))}`)
			.join('&')
	);
}

/** Writes the present view to the address, and keeps the game. A step that a person may want to go back is a new
 * entry of the history.
 * @param {boolean} step */
export function write(step) {
	const at = address(),
		state = store.mode == 'home' ? {} : { id: store.here.id, away: !!store.here.place };
	if (location.protocol == 'file:' && !at) return; // a report is never without its game
	history[step && !embedded ? 'pushState' : 'replaceState'](state, '', at || location.pathname + location.search);
	keep();
}

/** A game as it is kept. @param {Game} game @returns {saved.Kept} */
function snapshot({ id, name, variant, board, start, sides, given, root, kept, place, at: shown }) {
	const at = place ?? shown,
		mode = (place && kept?.mode) || store.mode,
		moves = tree.write(root),
		last = tree.line(at).at(-1) ?? root,
		comments = tree.comments(root);
	return {
		id,
		name,
		variant,
		board,
		start,
		sides: { X: sides.X, O: sides.O },
		given,
		moves,
		at: tree.nodes(root).indexOf(at),
		plies: tree.line(root).length,
		mode,
		position: at.rules?.position ?? kept?.position ?? '',
		over: last.rules ? last.rules.over : kept?.moves == moves && !!kept?.over,
		changed: kept?.changed ?? 0,
		...(comments ? { comments } : {}),
	};
}

/** Keeps the game, once a person has done something in it, and adds what another tab has kept of it since. */
export function keep() {
	const g = store.game;
	if (!g?.mine || !engine.whole || embedded || store.here != g || store.mode == 'home') return;
	if (JSON.stringify(snapshot(g)) == JSON.stringify(g.kept)) return;
	const other = saved.load(g.id);
	if (other && JSON.stringify(other) != g.stored) {
		tree.merge(g.root, tree.read(other.moves, other.comments).nodes, false);
		if (g.name == g.kept?.name) g.name = other.name;
	}
	g.kept = { ...snapshot(g), changed: Date.now() };
	g.stored = JSON.stringify(g.kept);
	store.kept = saved.save(g.kept);
}

/** Adds what another tab has just kept of the game that is shown; returns the other tab's node, or null.
 * @param {string|null} key */
export function join(key) {
	const g = store.game,
		other = g?.mine && g == store.here && key == saved.key(g.id) ? saved.load(g.id) : null;
	if (!g || !other) return null;
	const { nodes } = tree.read(other.moves, other.comments);
	tree.merge(g.root, nodes, true);
	[g.name, g.given, g.stored] = [other.name, other.given, JSON.stringify(other)];
	g.kept = snapshot(g);
	return tree.follow(g.root, tree.path(nodes[other.at] ?? nodes[0]));
}
