// @ts-check
// The room of puzzles: a position with one way to win, which has to be found. It has a game of its own.
import * as board from './board.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, say, write as text } from './dom.js';
import { store, fresh, parameters } from './store.js';
import * as stage from './stage.js';
import * as analyse from './analyse.js';

/** The room. @type {stage.Room} */
export const room = {
	begin, paint, enter,
	press: solve,
	analyses: () => true,
	values: () => !!store.puzzle?.task?.over,
	open: () => true,
	refuse: name => say(words.illegal(store.here.at.rules, name, stage.stage.step)),
};

/** Goes to a puzzle by its game and number. @param {string} variant @param {string} seed @param {string} [own] board @param {string} [depth] */
export const go = (variant, seed, own = '', depth = '') => stage.open({ ...fresh(variant, own), depth, seed }, 'puzzle');

/** The puzzle of the day: its number is the date, and the five games take turns. */
export function daily() {
	const five = store.games.filter(g => !g.variant.includes(' ')), d = new Date(), days = Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000;
	return { variant: five[days % five.length].variant, seed: String(d.getFullYear() * 10_000 + (d.getMonth() + 1) * 100 + d.getDate()) };
}

/** Sees that there is a puzzle: the one that was left, one of the game that was shown, or that of the day. */
function enter() {
	const { variant, seed } = store.game ? { variant: store.game.variant, seed: '1' } : daily();
	store.puzzle ??= { ...fresh(variant), seed };
}

/** Looks for the puzzle; reports whether there is one. */
async function begin() {
	const g = /** @type {any} */ (store.puzzle);
	controls(g);
	if (g.task) {
		if (!g.task.over) say(words.puzzle.task(g.task));
		return true;
	}
	say(words.puzzle.seek);
	try {
		const found = await stage.ask('puzzle', { position: '', moves: '', board: g.board, depth: g.depth, seed: g.seed || '1' });
		if (store.puzzle != g) return false;
		g.start = found.position;
		g.root = g.at = tree.empty();
		g.task = { ...found, over: false, missed: false };
		say(words.puzzle.task(found));
		return true;
	} catch (e) {
		if (!e.problem?.type?.endsWith('no-puzzle')) throw e;
		$('place').replaceChildren();
		text('verdict', '');
		say(words.puzzle.none, [words.puzzle.next, next]);
		return false;
	}
}

/** Shows which puzzle it is. */
function controls({ depth, seed }) {
	if ($('depth').value != depth) $('depth').value = depth;
	if ($('seed').value != seed) $('seed').value = seed;
	text('streak', words.puzzle.streak(Number(saved.get('streak') ?? 0)));
}

function paint() {
	analyse.paint();
	$('panels').hidden = !room.values(); // they would say too much
	$('solution').disabled = room.values();
}

/** Takes a move for the puzzle: it is right if it wins; the answer to it is played. */
async function solve(m) {
	const g = store.here, { task, at } = g, { rules } = at, gone = () => store.here != g || g.at != at;
	if (task.over || rules.to_move != task.to_move) { stage.played(m.move); return; }
	const after = tree.play(at, m.move);
	after.rules ??= await stage.ask('position', parameters(after));
	if (gone()) return;
	if (after.rules.over) { stage.visit(after); finish(); return; }
	say(words.puzzle.check);
	after.study ??= await stage.ask('analysis', parameters(after));
	if (gone()) return;
	if (after.study.outcome != 'loss') {
		task.missed = true;
		stage.stage.step = '';
		stage.stage.overlay = board.line(rules, [m.move, ...after.study.pv]);
		stage.paint();
		say(words.puzzle.wrong(m.move, after.study), [words.puzzle.retry, () => { tree.remove(after); stage.cancel(); say(words.puzzle.task(task)); }], [words.puzzle.solution, solution]);
		return;
	}
	const answer = tree.play(after, after.study.best_move);
	g.at = answer;
	await stage.show();
	if (g.at == answer) say(words.puzzle.right(answer.move));
}

/** Shows how the puzzle goes. */
function solution() {
	const { here } = store, { task, root } = here;
	if (!task) return;
	[task.over, task.missed] = [true, true];
	root.children = [];
	task.line.reduce((n, move) => tree.play(n, move), root);
	streak(0);
	here.at = root;
	stage.show().then(() => { if (here.at == root) say(words.puzzle.shown(task), [words.puzzle.next, next]); });
}

/** Ends a puzzle that was solved. */
function finish() {
	const { task } = store.here;
	task.over = true;
	const many = streak(task.missed ? 0 : Number(saved.get('streak') ?? 0) + 1);
	say(words.puzzle.solved(task, many), [words.puzzle.next, next]);
}

/** Keeps how many puzzles in a row were solved at once. */
function streak(many) {
	saved.set('streak', String(many));
	text('streak', words.puzzle.streak(many));
	return many;
}

/** Goes to the next puzzle. */
function next() {
	const { variant, board: own, depth, seed } = store.here;
	go(variant, String(Number(seed || 1) + 1), own, depth);
}

/** Listens to the controls of puzzles. */
export function listen() {
	$('next-puzzle').onclick = next;
	$('today').onclick = () => { const { variant, seed } = daily(); go(variant, seed); };
	$('solution').onclick = solution;
	$('depth').onchange = $('seed').onchange = () => go(store.here.variant, $('seed').value || '1', store.here.board, $('depth').value);
}
