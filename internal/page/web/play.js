// @ts-check
// Playing: the computer's moves, hints, the coach that asks before a move that gives the win
// away, and puzzles.
import * as board from './board.js';
import * as tree from './tree.js';
import * as words from './words.js';

/** Lets the computer move if it is its turn; reports whether it has. @param {any} app */
export async function turn(app) {
	const { rules } = app.at, level = app.$('side-' + rules.to_move).value;
	if (app.mode != 'play') return false;
	if (rules.over) {
		app.say(words.hints.over, [words.hints.review, () => review(app)], [words.hints.newGame, () => { app.reset(app.start); app.show(); }]);
		return false;
	}
	if (!level || app.at.children.length) return false;
	app.say(words.hints.thinking);
	const choice = await app.ask('move', { level, seed: String(Math.floor(Math.random() * 2 ** 32)) });
	if (!choice.move) return false;
	app.played(choice.move);
	return true;
}

/** Goes through the game that was played, and says where it was decided. */
async function review(app) {
	app.say(words.hints.reviewing);
	const { game } = await app.ask('review', {});
	app.mode = 'analyse';
	app.$('values').checked = true;
	app.notes = game.sentences;
	app.at = app.root;
	await app.show();
	app.say(game.sentences.join(' '));
}

/** Plays a move that was chosen on the board. @param {any} app @param {any} m */
export function press(app, m) {
	if (app.mode == 'puzzle' && app.puzzle) { solve(app, m); return; }
	if (app.mode == 'play' && app.$('teach').checked) {
		const moves = app.at.study?.moves ?? [], mine = moves.find(o => o.move == m.move), best = moves[0];
		if (mine?.mistake == '??') {
			app.step = '';
			app.paint();
			app.say(words.coach(mine, best), [words.hints.takeBack, () => { app.say(words.hints.taken); app.paint(); }], [words.hints.anyway, () => app.played(m.move)]);
			app.$('offers').firstChild?.focus();
			return;
		}
	}
	app.played(m.move);
}

/** Gives a hint: how many moves win, then in which part of the board, then which. @param {any} app */
export function hint(app) {
	const { rules, study } = app.at;
	if (!study?.outcome || rules.over) return;
	const best = study.moves.find(m => m.move == study.best_move) ?? study.moves[0];
	app.hinted++;
	if (app.hinted == 1) { app.say(study.facts.how_many); return; }
	if (app.hinted == 2) {
		app.overlay = board.region(rules, [...new Set(rules.moves.filter(m => m.where == best.geometry.where).map(m => m.to))]);
		app.say(words.where(best));
	} else {
		app.overlay = board.region(rules, [best.geometry.to, best.geometry.block].filter(Boolean));
		app.say(words.hintMove(best));
	}
	app.paint();
}

/** The parameters of a puzzle in the address. @param {any} app */
export function address({ $, board }) {
	return { ...(board ? { s: board } : {}), ...($('depth').value ? { depth: $('depth').value } : {}), seed: $('seed').value };
}

/** Reads a puzzle, or who plays, from the address. @param {any} app @param {URLSearchParams} f */
export function read(app, f) {
	app.$('depth').value = f.get('depth') ?? '';
	if (f.has('seed')) app.$('seed').value = f.get('seed');
}

/** Sees that there is a puzzle; reports whether there is. @param {any} app */
export async function puzzle(app) {
	if (app.puzzle) return true;
	app.say(words.puzzle.seek);
	try {
		app.reset('');
		const found = await app.ask('puzzle', { position: '', moves: '', board: app.board, depth: app.$('depth').value, seed: app.$('seed').value || '1' });
		app.reset(found.position);
		app.puzzle = { ...found, over: false, missed: false };
		app.say(words.puzzle.task(found));
		return true;
	} catch (e) {
		if (e.problem?.type?.endsWith('no-puzzle')) { app.say(words.puzzle.none, [words.puzzle.next, () => next(app)]); return false; }
		throw e;
	}
}

/** Takes a move for the puzzle: it is right if it wins; the answer to it is played. */
async function solve(app, m) {
	const { puzzle, at } = app, { rules } = at;
	if (puzzle.over || rules.to_move != puzzle.to_move) { app.played(m.move); return; }
	const after = tree.play(at, m.move);
	after.rules ??= await app.ask('position', app.parameters(after));
	if (after.rules.over) { app.visit(after); finish(app); return; }
	app.say(words.puzzle.check);
	after.study ??= await app.ask('analysis', app.parameters(after));
	if (app.at != at) return;
	if (after.study.outcome != 'loss') {
		puzzle.missed = true;
		app.step = '';
		app.overlay = board.line(rules, [m.move, ...after.study.pv]);
		app.paint();
		app.say(words.puzzle.wrong(m.move, after.study), [words.puzzle.retry, () => { tree.remove(after); app.overlay = null; app.paint(); app.say(words.puzzle.task(puzzle)); }], [words.puzzle.solution, () => solution(app)]);
		return;
	}
	const answer = tree.play(after, after.study.best_move);
	app.at = answer;
	await app.show();
	app.say(words.puzzle.right(answer.move));
}

/** Shows how the puzzle goes. */
function solution(app) {
	const { puzzle, root } = app;
	[puzzle.over, puzzle.missed] = [true, true];
	root.children = [];
	puzzle.line.reduce((n, move) => tree.play(n, move), root);
	streak(app, 0);
	app.at = root;
	app.$('values').checked = true;
	app.show().then(() => app.say(words.puzzle.shown(puzzle), [words.puzzle.next, () => next(app)]));
}

/** Ends a puzzle that was solved. */
function finish(app) {
	app.puzzle.over = true;
	const many = streak(app, app.puzzle.missed ? 0 : Number(localStorage.getItem('streak') ?? 0) + 1);
	app.$('values').checked = true;
	app.say(words.puzzle.solved(app.puzzle, many), [words.puzzle.next, () => next(app)]);
}

/** Keeps how many puzzles in a row were solved at once. */
function streak(app, many) {
	localStorage.setItem('streak', String(many));
	app.$('streak').textContent = words.puzzle.streak(many);
	return many;
}

/** Goes to the next puzzle. */
function next(app, seed = Number(app.$('seed').value || 1) + 1) {
	app.$('seed').value = String(seed);
	app.puzzle = null;
	app.$('values').checked = false;
	app.show();
}

/** Goes to the puzzle of the day: its seed is the date, and the games take turns. */
function today(app) {
	const five = app.games.filter(g => !g.variant.includes(' ')), d = new Date(), days = Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000;
	[app.variant, app.board, app.$('depth').value] = [five[days % five.length].variant, '', ''];
	next(app, d.getFullYear() * 10_000 + (d.getMonth() + 1) * 100 + d.getDate());
}

/** Listens to the controls of playing. @param {any} app */
export function listen(app) {
	const { $ } = app;
	for (const id of ['side-X', 'side-O', 'teach']) {
		const kept = localStorage.getItem(id);
		if (kept != null) { if (id == 'teach') $(id).checked = kept == 'true'; else $(id).value = kept; }
		$(id).onchange = () => { localStorage.setItem(id, String(id == 'teach' ? $(id).checked : $(id).value)); app.show(); };
	}
	$('new').onclick = () => { app.reset(app.start); app.show(); };
	$('streak').textContent = words.puzzle.streak(Number(localStorage.getItem('streak') ?? 0));
	$('next-puzzle').onclick = () => next(app);
	$('today').onclick = () => today(app);
	$('solution').onclick = () => app.puzzle && solution(app);
	$('depth').onchange = $('seed').onchange = () => next(app, Number($('seed').value || 1));
}
