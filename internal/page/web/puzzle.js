// @ts-check
// The room of puzzles: a position with one way to win, which has to be found. It has a game of its own. What became
// of a puzzle is kept: the first time counts, and later one can only make good what was missed.
import * as board from './board.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, fresh, parameters, entry } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';
import * as analyse from './analyse.js';
import * as share from './share.js';

/** The room. @type {stage.Room} */
export const room = {
	begin,
	paint,
	enter,
	press: solve,
	analyses: () => true,
	values: () => !!store.puzzle?.task?.over,
	open: () => true,
	refuse: name => say(words.illegal(store.here.at.rules, name, stage.stage.step)),
};

/** Goes to a puzzle by its game and number. @param {string} variant @param {string} seed @param {string} [own] board
 * @param {string} [depth] */
export const go = (variant, seed, own = '', depth = '') =>
	stage.open({ ...fresh(variant, own), depth, seed }, 'puzzle');

/** The puzzle of a day: its number is the date, and the five games take turns. */
export function daily(d = new Date()) {
	const five = store.games.filter(g => !g.variant.includes(' ')),
		days = Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000;
	return {
		variant: five[days % five.length].variant,
		seed: String(d.getFullYear() * 10_000 + (d.getMonth() + 1) * 100 + d.getDate()),
		board: '',
		depth: '',
	};
}

const alike = (a, b) => ['variant', 'board', 'depth', 'seed'].every(name => a[name] == b[name]);

/** How many days in a row the puzzle of the day was solved on its day, up to today, or to yesterday. */
export function days() {
	const d = new Date(),
		back = () => d.setDate(d.getDate() - 1);
	const done = () => {
		const r = saved.result(daily(d));
		return r?.end == 'solved' && new Date(r.date).toDateString() == d.toDateString();
	};
	let n = 0;
	if (!done()) back();
	for (; done(); back()) n++;
	return n;
}

/** The puzzles that were missed, and not made good since. */
const missed = () => saved.results().filter(r => (r.wrong || r.end == 'given') && !r.mended);

/** Goes to the next puzzle that was missed. */
function again() {
	const all = missed(),
		{ variant, seed, board: own, depth } = all[(all.findIndex(r => alike(r, store.here)) + 1) % all.length];
	go(variant, seed, own, depth);
}

/** Offers what to do after a puzzle. @returns {[string, () => void][]} */
function offers() {
	const g = store.here,
		r = saved.result(g),
		others = missed().filter(m => !alike(m, g));
	return [
		...(r?.end && alike(g, daily())
			? [
					/** @type {[string, () => void]} */ ([
						words.puzzle.share,
						() => share.send(`${words.puzzle.result(r, days())}\n${location.href}`, words.puzzle.shared),
					]),
				]
			: []),
		[words.puzzle.next, next],
		...(others.length ? [/** @type {[string, () => void]} */ ([words.puzzle.again(others.length), again])] : []),
	];
}

/** Keeps what has become of the puzzle. @param {any} g @param {''|'solved'|'given'} end */
function settle({ variant, board: own, depth, seed, task }, end) {
	const which = { variant, board: own, depth, seed },
		old = saved.result(which);
	if (!old?.end)
		saved.settle({ ...which, size: task.board, wrong: task.wrong, end, date: Date.now(), mended: false });
	else if (end == 'solved' && !task.wrong) saved.settle({ ...old, mended: true });
}

/** Sees that there is a puzzle: the one that was left, one of the game that was shown, or that of the day. */
function enter() {
	const { variant, seed } = store.game ? { variant: store.game.variant, seed: '1' } : daily();
	store.puzzle ??= { ...fresh(variant), seed };
}

/** Looks for the puzzle; reports whether there is one. @param {stage.Doing} task */
async function begin(task) {
	const g = /** @type {any} */ (store.puzzle);
	controls(g);
	if (g.task) {
		if (!g.task.over && !$('hint').textContent) say(words.puzzle.task(g.task));
		return true;
	}
	const old = saved.result(g);
	text('verdict', words.puzzle.seek);
	say('');
	try {
		const { variant, board, depth, seed } = g,
			found = await task.ask('puzzle', { variant, board, depth, seed: seed || '1' });
		g.start = found.position;
		g.root = g.at = tree.empty();
		g.task = { ...found, over: false, wrong: old?.end ? 0 : (old?.wrong ?? 0), first: !old?.end };
		say(words.puzzle.task(found, old), ...(old?.end ? offers() : []));
		return true;
	} catch (e) {
		if (!e.problem?.type?.endsWith('no-puzzle')) throw e;
		$('place').replaceChildren();
		document.body.dataset.turn = '';
		text('verdict', '');
		say(words.puzzle.none, [words.puzzle.next, next]);
		return false;
	}
}

/** Shows which puzzle it is. */
function controls({ depth, seed }) {
	if ($('depth').value != depth) $('depth').value = depth;
	if ($('seed').value != seed) $('seed').value = seed;
	text('streak', words.puzzle.streak(many()));
	tally();
}

/** How many puzzles in a row were solved at once. */
const many = () => Number(saved.get('streak')) || 0;

/** Shows what has become of all puzzles, by game. */
function tally() {
	const all = saved.results().filter(r => r.end || r.wrong),
		names = [...new Set(all.map(r => r.variant))],
		left = missed().length;
	const count = (variant, what) => element('td', {}, String(all.filter(r => r.variant == variant && what(r)).length));
	fill(
		$('tally'),
		...names.map(v =>
			element(
				'tr',
				{},
				element('td', {}, entry(v) ? words.home.name(entry(v)) : v),
				count(v, r => !r.wrong && r.end == 'solved'),
				count(v, r => r.wrong || r.end == 'given'),
				count(v, r => r.mended)
			)
		)
	);
	const row = words.puzzle.daily(days());
	text('days', row && `${words.home.today}: ${row}`);
	text('missed', words.puzzle.again(left));
	$('missed').hidden = !left;
	$('results').hidden = !all.length;
}

function paint() {
	analyse.paint();
	const { task, root, at } = store.here;
	text('who', words.you(task?.to_move ?? ''));
	if (task && at == root && !room.values()) text('verdict', words.puzzle.title(task));
	$('panels').hidden = !room.values(); // they would say too much
	$('solution').disabled = room.values();
}

/** Takes a move for the puzzle: it is right if it wins; the answer to it is played. */
function solve(m) {
	const g = store.here,
		{ task, at } = g,
		{ rules } = at;
	if (task.over || rules.to_move != task.to_move) {
		stage.played(m.move);
		return;
	}
	run('press', doing => judge(doing, m));
}

/** Says whether a move is right. @param {stage.Doing} doing @param {any} m */
async function judge(doing, m) {
	const g = store.here,
		{ task, at } = g,
		{ rules } = at,
		after = tree.play(at, m.move);
	after.rules ??= await doing.ask('position', parameters(after));
	if (after.rules.over) {
		stage.visit(after);
		finish();
		return;
	}
	say(words.puzzle.check);
	after.study ??= await doing.ask('analysis', parameters(after));
	if (after.study.outcome != 'loss') {
		task.wrong++;
		settle(g, '');
		streak(0, task);
		stage.stage.step = '';
		stage.stage.overlay = board.line(rules, [m.move, ...after.study.pv]);
		stage.paint();
		say(
			words.puzzle.wrong(m.move, after.study),
			[
				words.puzzle.retry,
				() => {
					tree.remove(after);
					stage.cancel();
					say(words.puzzle.task(task));
				},
			],
			[words.puzzle.solution, solution]
		);
		return;
	}
	const answer = tree.play(after, after.study.best_move);
	g.at = answer;
	store.notice = words.puzzle.right(answer.move);
	stage.show();
}

/** Shows how the puzzle goes. */
function solution() {
	const { here } = store,
		{ task, root } = here;
	if (!task) return;
	task.over = true;
	settle(here, 'given');
	root.children = [];
	task.line.reduce((n, move) => tree.play(n, move), root);
	streak(0, task);
	here.at = root;
	stage.show().then(() => {
		if (here.at == root) say(words.puzzle.shown(task), ...offers());
	});
}

/** Ends a puzzle that was solved. */
function finish() {
	const { task } = store.here;
	task.over = true;
	settle(store.here, 'solved');
	streak(task.wrong ? 0 : many() + 1, task);
	say(words.puzzle.solved(task, task.first ? many() : 0), ...offers());
}

/** Keeps how many puzzles in a row were solved at once, the first time. */
function streak(n, { first }) {
	if (first) saved.set('streak', String(n));
	text('streak', words.puzzle.streak(many()));
	tally();
}

/** Goes to the next puzzle. */
function next() {
	const { variant, board: own, depth, seed } = store.here;
	go(variant, String(Number(seed || 1) + 1), own, depth);
}

/** Listens to the controls of puzzles. */
export function listen() {
	$('next-puzzle').onclick = next;
	$('today').onclick = () => {
		const { variant, seed } = daily();
		go(variant, seed);
	};
	$('solution').onclick = solution;
	$('missed').onclick = again;
	$('depth').onchange = $('seed').onchange = () =>
		go(store.here.variant, $('seed').value || '1', store.here.board, $('depth').value);
}
