// @ts-check
// The room of puzzles: a position with one way to win, which has to be found. It has a game of its own. The puzzle of a
// day depends on the day alone; all others are for practice, and have numbers. The result of a puzzle is kept: the
// first try counts, and later tries can only mend a miss.
import * as board from './board.js';
import * as engine from './engine.js';
import * as days from './days.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, fresh, parameters, entry, five, known, write } from './store.js';
import * as stage from './stage.js';
import * as analyse from './analyse.js';
import * as record from './record.js';
import * as share from './share.js';

/** The room. @type {stage.Room} */
export const room = {
	begin,
	paint,
	enter,
	shown,
	press: m => stage.played(m.move),
	analyses: () => true,
	values: () => !!store.puzzle?.task?.over,
	open: () => room.values() || store.here.at.rules?.to_move == store.here.task?.to_move,
	refuse: name => say(words.illegal(store.here.at.rules, name, stage.stage.step)),
};

/** Goes to a puzzle by its game and number. @param {string} variant @param {string} seed @param {string} [own] board
 * @param {string} [depth] */
export const go = (variant, seed, own = '', depth = '') =>
	stage.open({ ...fresh(variant, own), depth, seed }, 'puzzle');

/** Goes to the puzzle of a day. @param {string} [day] */
export const goDay = (day = days.today()) => stage.open({ ...fresh('lockdown'), day }, 'puzzle');

const alike = (a, b) =>
	a.day || b.day ? a.day == b.day : ['variant', 'board', 'depth', 'seed'].every(name => a[name] == b[name]);

/** The puzzles that were missed, and not solved since. */
const missed = () => saved.results().filter(r => (r.wrong || r.end == 'given') && !r.mended);

/** Goes to the next puzzle that was missed. */
function again() {
	const all = missed(),
		{ day, variant, seed, board: own, depth } = all[(all.findIndex(r => alike(r, store.here)) + 1) % all.length];
	if (day) goDay(day);
	else go(variant, seed, own, depth);
}

/** The offers after a puzzle: one big button, and beside it one to share the result of a day.
 * @returns {[string, () => void][]} */
function offers() {
	const g = store.here,
		{ day, task } = g,
		r = saved.result(g),
		late = day && day < days.today() && days.state(days.today()) == '';
	const send = () =>
		share.send(
			`${words.puzzle.result(/** @type {saved.Result} */ (r), words.home.name(entry(g.variant)) + ' ' + task.board.replace('x', '×'), days.row())}\n${location.href}`,
			words.puzzle.shared,
			...offers()
		);
	return [
		late ? [words.puzzle.today, () => goDay()] : [words.puzzle.next, next],
		...(r?.end && day ? [/** @type {[string, () => void]} */ ([words.puzzle.share, send])] : []),
		[words.puzzle.why, why],
	];
}

/** Shows why the first move wins. */
function why() {
	const { here } = store;
	here.at = here.root;
	store.why = { on: true, step: 0, of: '' };
	stage.show();
	$('reason').scrollIntoView({ block: 'nearest' });
}

/** Keeps the result of the puzzle. @param {import('./game').Game} g @param {''|'solved'|'given'} end */
function settle({ day, variant, board: own, depth, seed, task }, end) {
	const which = { ...(day ? { day } : {}), variant, board: own, depth, seed: day ? '' : seed },
		old = saved.result(which);
	if (!old?.end) {
		const { board: size, wrong, began } = task;
		saved.settle({ ...which, size, wrong, end, date: Date.now(), began: old?.began ?? began, mended: false });
	} else if (end == 'solved' && !task.wrong) saved.settle({ ...old, mended: true });
	record.paint();
}

/** Makes sure that there is a puzzle: the one left unfinished, if its day has not passed, or the puzzle of the day. */
function enter() {
	const { puzzle } = store,
		old = puzzle?.day && puzzle.day < days.today() && (puzzle.task?.over || !puzzle.root.children.length);
	if (!puzzle || old) store.puzzle = { ...fresh('lockdown'), day: days.today() };
}

/** Looks for the puzzle; reports whether there is one. @param {stage.Doing} doing */
async function begin(doing) {
	const g = /** @type {import('./game').Game} */ (store.puzzle);
	controls(g);
	if (g.task) return true;
	const old = saved.result(g),
		began = Date.now();
	text('verdict', words.puzzle.seek);
	try {
		const found = await find(doing, g);
		g.variant = await doing.wait(known(found.variant));
		if (g.more) saved.set('practice ' + g.variant, g.seed);
		write(false);
		g.start = found.position;
		g.root = g.at = tree.empty();
		g.task = { ...found, began, over: false, wrong: old?.end ? 0 : (old?.wrong ?? 0), first: !old?.end };
		controls(g);
		if (!$('hint').textContent && old?.end) say(words.puzzle.before(old));
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

/** Asks for a puzzle: by its day, by its number or, to go on, the next one with some moves to choose from.
 * @param {stage.Doing} doing @param {import('./game').Game} g */
async function find(doing, g) {
	const { day, variant, board: own, depth } = g;
	if (day) return doing.ask('puzzle', { day });
	for (;;) {
		const found = await doing.ask('puzzle', { variant, board: own, depth, seed: g.seed });
		if (!g.more || found.difficulty.turns[0].legal > 3) return found;
		g.seed = after(g.seed);
		g.more--;
	}
}

/** The number after another one. Numbers of eight digits, which once were dates, are left out. @param {string} seed */
const after = seed => String((Number(seed) % 9_999_999) + 1);

/** Goes to the next puzzle for practice. */
function next() {
	const { day, variant, board: own, depth, seed } = store.here,
		last = saved.get('practice ' + variant) ?? '0',
		number = after(day ? last : seed);
	stage.open({ ...fresh(variant, own), depth, seed: number, more: 5 }, 'puzzle');
}

/** Shows which puzzle it is. @param {import('./game').Game} g */
function controls(g) {
	const { day, depth, seed, task } = g;
	if ($('depth').value != depth) $('depth').value = depth;
	if ($('seed').value != seed) $('seed').value = seed;
	text('puzzle-name', day ? words.home.today : words.puzzle.practice);
	text('puzzle-date', day ? words.puzzle.date(day) : '№ ' + seed);
	if (!task) document.body.dataset.solved = '';
	text('puzzle-kind', task ? words.puzzle.kind(entry(g.variant), task) : '');
	if (day) document.title = words.puzzle.page(day);
	const left = missed().length;
	text('missed', words.puzzle.again(left));
	$('missed').hidden = !left;
	$('today').hidden = day == days.today();
	record.paint();
}

function paint() {
	analyse.paint();
	const { task, root, at } = store.here;
	if (!task) return;
	const over = room.values(),
		first = at == root && !over,
		mine = Math.floor((tree.path(at).length + 1) / 2);
	text('who', words.you(task.to_move));
	if (first) text('verdict', words.puzzle.title(task));
	else if (over && task.end) text('verdict', task.end == 'solved' ? words.puzzle.solvedIt : words.puzzle.gaveUp);
	else if (!over) text('verdict', at.rules.to_move == task.to_move ? words.puzzle.yours : words.puzzle.check);
	text(
		'task',
		first
			? words.puzzle.task(task, at.rules)
			: over && task.end == 'solved'
				? words.puzzle.done(task, task.wrong)
				: ''
	);
	$('pips').hidden = over;
	fill(
		$('pips'),
		...Array.from({ length: (task.depth + 1) / 2 }, (_, i) =>
			element('li', i == mine ? { class: 'now' } : i < mine ? { class: 'made' } : {}, String(i + 1))
		),
		element('li', {}, words.puzzle.length(task))
	);
	document.body.dataset.solved = over ? (task.end ?? '') : '';
	$('panels').hidden = $('reason').hidden = !over; // they would say too much
	$('solution').hidden = over;
	$('now').dataset.side = over ? '' : task.to_move;
}

/** Judges the move that has led to the position, if there is one. @param {stage.Doing} doing */
async function shown(doing) {
	const g = store.here,
		{ task, at } = g,
		{ rules } = at;
	if (task.over || rules.to_move == task.to_move) return false;
	if (rules.over) {
		finish();
		return false;
	}
	const path = tree.path(at).map(n => n.move);
	let answer = path.every((move, i) => move == task.line[i]) ? task.line[path.length] : '';
	if (!answer) {
		at.study ??= await doing.ask('analysis', parameters(at));
		if (at.study.outcome != 'loss') {
			refute(g);
			return true;
		}
		answer = at.study.best_move;
	}
	g.at = tree.play(at, answer);
	store.notice = words.puzzle.right(task.to_move, answer, (task.depth - path.length) / 2);
	stage.show();
	return true;
}

/** Shows why a move does not win. @param {import('./game').Game} g */
function refute(g) {
	const { task, at } = g;
	task.wrong++;
	settle(g, '');
	streak(0, task);
	stage.stage.overlay = board.line(at.rules, at.study.pv);
	stage.paint();
	text('verdict', words.puzzle.no);
	const back = () => {
		g.at = tree.remove(at);
		stage.show();
	};
	say(words.puzzle.wrong(at.move, at.study), [words.puzzle.retry, back], [words.puzzle.solution, solution]);
}

/** Shows how the puzzle goes. */
function solution() {
	const { here } = store,
		{ task, root } = here;
	if (!task) return;
	Object.assign(task, { over: true, end: 'given' });
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
	Object.assign(task, { over: true, end: 'solved' });
	settle(store.here, 'solved');
	streak(task.wrong ? 0 : many() + 1, task);
	stage.paint();
	say(words.puzzle.only(task, task.wrong), ...offers());
}

/** How many puzzles in a row were solved at the first try. */
const many = () => Number(saved.get('streak')) || 0;

/** Keeps how many puzzles in a row were solved at the first try. */
function streak(n, { first }) {
	if (first) saved.set('streak', String(n));
}

/** Changes from the puzzle of the day before to that of the new day, unless a person is solving the old one, or looks at
 * its result. @param {string} before */
function midnight(before) {
	if (store.mode != 'puzzle') return;
	const { day, task, root } = store.here;
	record.paint();
	if (day != before) return;
	if (!task || (!task.over && !root.children.length && !task.wrong)) {
		store.notice = words.puzzle.midnight;
		goDay();
	} else if (task.over) say($('hint').textContent, ...offers());
	else say(words.puzzle.late);
	$('today').hidden = false;
}

/** Listens to the controls of puzzles, and to the clock. @param {() => void} home called when another day has come */
export function listen(home = () => {}) {
	if (!engine.whole) return;
	days.migrate(store.games.filter(five).map(g => g.variant));
	$('next-puzzle').onclick = next;
	$('today').onclick = () => goDay();
	$('solution').onclick = solution;
	$('missed').onclick = again;
	$('choose').onclick = () => document.body.toggleAttribute('data-choosing');
	$('depth').onchange = $('seed').onchange = () =>
		go(store.here.variant, String(Number($('seed').value) % 10_000_000 || 1), store.here.board, $('depth').value);
	record.listen(goDay);
	days.watch(record.tick, before => {
		midnight(before);
		home();
	});
}
