// @ts-check
// Goes from one position to another, and asks the questions about each.
/** @import { Node, Problem, Rules } from './types' */
import * as engine from './engine.js';
import * as tree from './tree.js';
import * as tasks from './task.js';
import * as words from './words.js';
import { $, fill, say, write as text } from './dom.js';
import { explain } from './terms.js';
import { store, parameters, read, write, fresh, entry, known } from './store.js';
import { stage, rooms, room } from './position.js';
import { paint, echo, drawn, forget, soon, focusCell } from './picture.js';

export * from './position.js';
export { paint, look } from './picture.js';

/** @typedef {import('./position.js').Room} Room */
/** @typedef {tasks.Doing} Doing */

/** Tasks about the position that is shown; they end with it. */
const about = ['show', 'press', 'hint', 'line', 'check', 'choose'];

/** Tasks that go on from one position to the next, by their rooms; they end when a person leaves the room. */
const within = { review: 'review', proof: 'proof' };

/** Stops the questions about the position. */
export const stop = () => tasks.stop('show');

/** Shows the position that the game is at, and asks about it. A step that a person may want to go back is an entry
 * in the browser's history. @param {boolean} [step] */
export function show(step = false) {
	tasks.end(...about);
	for (const [mode, task] of Object.entries(within)) if (mode != store.mode) tasks.end(task);
	forget();
	if (step) settle();
	Object.assign(stage, { step: '', overlay: null, ahead: null, wrong: [], partial: [], early: null, hinted: 0 });
	$('stop').hidden = $('steps').hidden = true;
	text('progress', '');
	const homeless = !!document.activeElement?.closest(step ? '#home, #offers, #side, #new' : '#atlas'); // it goes
	if (pressed) drawn().then(() => note(false)); // which takes longer than to draw the mark
	else note(step);
	return tasks.run('show', task => showing(task, homeless), refuse);
}

/** Writes the address, to which a link leads from a page within another one. @param {boolean} step */
function note(step) {
	write(step);
	$('outside').href = location.pathname + location.hash;
}

/** Shows the position: at once the known facts, then the answers.
 * @param {Doing} task @param {boolean} homeless whether the element with the focus goes */
async function showing(task, homeless) {
	const { variant } = store.here ?? {},
		name = pressed;
	pressed = '';
	if (!room().apart && !entry(variant)) {
		const found = await task.wait(known(variant)); // of a game that was kept, and has rules of its own
		if (found != variant) put(fresh(found), store.mode);
	}
	try {
		// First, since what is shown can be pressed; nothing waits without, so that what is said after this call stays.
		if (room().load) await task.wait(room().load?.());
	} finally {
		if (!task.signal.aborted) frame();
	}
	const { notice } = store;
	store.notice = '';
	say(notice);
	if (room().begin && !(await task.wait(room().begin?.(task)))) return;
	if (room().apart) {
		room().paint();
		return;
	}
	const { at } = store.here;
	at.rules ??= /** @type {Rules} */ (guess(at));
	if (name && at.parent?.rules) await task.wait(echo(at.parent.rules, name));
	if (at.rules?.guessed) paint();
	if (!at.rules || at.rules.guessed) at.rules = await task.ask('position', parameters(at));
	paint();
	if (homeless) focusCell();
	if (await task.wait(room().shown?.(task))) return;
	if (!room().analyses?.()) return;
	const next = engine.whole && store.mode == 'analyse';
	if (!at.study || at.study.limit || (next && !at.explored)) await analyse(task, at, next);
	const line = [store.here.root, ...tree.line(at)];
	if (line.some(n => !n.study)) await analyse(task, line[line.length - 1], false);
}

/** The position after a move, made from the position before: its cells can be drawn at once. It has no moves until
 * the rules have answered. @param {Node} at */
function guess({ parent, move }) {
	const rules = parent?.rules,
		legal = rules?.moves.find(m => m.move == move);
	if (!rules || !legal || rules.shape == 'vertex') return null;
	const rows = legal.child.split(' ')[0].split('/'),
		kinds = new Map(rules.symbols.map(s => [s.symbol, s]));
	const cells = rules.cells.map(c => {
		const symbol = rows[c.row][c.col],
			kind = kinds.get(symbol);
		if (c.content == 'hole') return c;
		return kind
			? { ...c, content: kind.content, player: kind.player }
			: { ...c, closed: symbol == '-' ? ['X', 'O'] : c.closed };
	});
	return { ...rules, position: legal.child, to_move: words.other(rules.to_move), moves: [], cells, guessed: true };
}

let pressed = ''; // the cell of a move that is played, whose mark is drawn before the rest
let framed = ''; // the room that is shown

/** Shows the parts of the room. */
function frame() {
	const { mode } = store;
	if (framed != mode) scrollTo(0, 0);
	framed = mode;
	document.body.dataset.mode = mode;
	document.title = mode == 'home' ? 'Gridlock' : words.room(mode, entry(store.here.variant));
	for (const id of ['home', 'atlas']) $(id).hidden = mode != id;
	$('stage').hidden = $('side').hidden = !!room().apart;
	document.body.toggleAttribute('data-apart', !!room().apart);
	for (const name of Object.keys(rooms)) {
		const b = $('mode-' + name);
		if (name == mode) b.setAttribute('aria-current', 'page');
		else b.removeAttribute('aria-current');
	}
	for (const e of document.querySelectorAll('[data-modes]'))
		e.toggleAttribute('hidden', !e.getAttribute('data-modes')?.split(' ').includes(mode));
	$('after').hidden = true; // until there is something to say
}

/** Asks a question, shows its progress, and calls on for each event.
 * @param {Doing} task @param {string} kind @param {Record<string, string|undefined>} params
 * @param {(name: string, value: any) => void} on */
export const follow = (task, kind, params, on) =>
	task.follow(kind, params, (name, value) => {
		if (name == 'queued') text('progress', words.queued(value));
		else if (name == 'progress') fill($('progress'), ...explain(words.progress(value)));
		else on(name, value);
	});

/** Analyses the position that is shown, or for a short time the end of its line; and then as one stream the winner's
 * next choices, and what is not known yet of the line. @param {Doing} task @param {Node} at @param {boolean} next */
async function analyse(task, at, next) {
	const shown = at == store.here.at,
		how = shown ? { distance: $('plies').checked ? '1' : '' } : { timeout: '2' };
	const before = [store.here.root, ...tree.path(at)].filter(n => n != at && !n.study).reverse(),
		then = [...(next ? ['next'] : []), ...before.map(n => n.ply)].join('_');
	$('stop').hidden = !shown;
	await follow(task, 'analysis', { ...parameters(at), ...how, then }, (name, value) => {
		if (name == 'history') {
			const [n] = before.splice(0, 1);
			n.study = value;
			room().paint();
		} else if (name == 'next') {
			const choices = new Map(value.map(c => [c.after[0], c]));
			for (const m of at.study.moves) m.next = choices.get(m.move);
			at.explored = true;
			paint();
		} else if (name == 'result') {
			if (shown || !at.study) at.study = value;
			text('progress', '');
			$('stop').hidden = true;
			paint();
			if (shown && value.limit && !value.outcome) say(words.limit(value.limit), [words.hints.again, show]);
		} else if (shown) {
			if (name == 'moves') stage.partial = value;
			if (name == 'reason') stage.early ??= value;
			soon();
		}
	});
}

/** Deals with what can never be answered because a link is broken, and is not asked again: the legal part of the game
 * is shown, or the start of one. Returns whether that is so. @param {Problem} problem */
function refuse(problem) {
	const g = store.here,
		unknown = problem.type?.endsWith(':report');
	if ((g.at.rules && !g.at.rules.guessed) || (problem.status != 400 && !unknown)) return false;
	if (g.at.parent && (problem.ply || unknown)) {
		const path = tree.path(g.at),
			legal = (problem.ply ?? path.length) - 1;
		store.notice = words.link.moves(
			path.slice(0, legal).map(n => n.move),
			problem.detail
		);
		g.at = tree.remove(path[legal]);
	} else if (engine.whole && (g.start || g.board || g.depth || g.seed != '1')) {
		store.notice = words.link.start(problem.detail);
		put(fresh(g.variant), store.mode);
	} else if (!engine.whole && location.hash.slice(1) != engine.first) {
		store.notice = problem.detail;
		window.history.replaceState(null, '', '#' + engine.first);
		read(null).then(() => show());
		return true;
	} else {
		say(problem.detail);
		return true;
	}
	show();
	return true;
}

/** Says how a task failed, and offers to try again. @param {tasks.Failure} failure */
function failed({ cause, problem, error, again }) {
	$('stop').hidden = true;
	text('progress', '');
	if (cause == 'stopped') say(words.hints.stopped, [words.hints.again, again]);
	else if (problem) say(problem.detail, [words.hints.again, again]);
	else {
		say(words.hints.broken(String(error?.message ?? error)), [words.hints.reload, () => location.reload()]);
		reportError(error);
	}
}

let unheard = ''; // the page's text about a server that does not answer

/** Says that the server is gone, or back. @param {''|tasks.Cause} cause */
function away(cause) {
	if (cause) text('gone', cause == 'offline' ? words.hints.offline : unheard);
	$('gone').hidden = !cause;
}

/** Ends stepping through a line or pieces. Then all pieces of why are shown again. */
export const settle = () => {
	store.why = { on: store.why.on && !store.why.of, step: 0, of: '' };
};

/** Takes back the step before the block, or a drawing, or goes back from a line. */
export function cancel() {
	[stage.step, stage.overlay, stage.ahead] = ['', null, null];
	if (store.why.step || store.why.of) {
		settle();
		write(false);
	}
	paint();
}

/** Goes to a node of the tree. @param {Node} n */
export function visit(n) {
	if (n == store.here.at) return;
	store.here.at = n;
	settle();
	show();
}

/** Goes to the position at a ply of the line. @param {number} ply */
export function go(ply) {
	const { root, at } = store.here,
		line = [root, ...tree.line(at)];
	visit(line[Math.max(0, Math.min(ply, line.length - 1))]);
}

/** Plays a move: the game goes on, or a variation begins. A game is kept once a person has played in it.
 * @param {string} move @param {boolean} [mine] whether a person plays it */
export function played(move, mine = true) {
	const g = store.here;
	if (!engine.whole && !g.at.children.some(c => c.move == move)) {
		say(words.hints.report);
		return;
	}
	g.mine ||= mine;
	[pressed] = move.split('@');
	visit(tree.play(g.at, move));
}

/** Puts a game into a room. @param {import('./game').Game} game @param {string} mode */
function put(game, mode) {
	if (['puzzle', 'edit', 'make', 'proof'].includes(mode)) store[mode] = game;
	else {
		store.game = game;
		rooms[mode].enter?.();
	}
}

/** Opens a game in a room, as a step of its own. @param {import('./game').Game} game @param {string} mode */
export function open(game, mode) {
	put(game, mode);
	store.mode = mode;
	return show(true);
}

/** Changes the room. The puzzle and the editor have games of their own, so the game is unchanged on the way back.
 * @param {string} mode */
export async function enter(mode) {
	if (mode == store.mode && mode != 'home') return;
	try {
		await rooms[mode].load?.();
	} catch {
		return; // it has said so
	}
	rooms[mode].enter?.();
	store.mode = mode;
	return show(true);
}

/** Listens to how tasks end. */
export function listen() {
	unheard = $('gone').textContent;
	tasks.listen(failed, away);
}
