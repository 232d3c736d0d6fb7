// @ts-check
// Why, piece by piece, and lines of play, move by move on the board; the game stays where it is.
import * as engine from './engine.js';
import * as board from './board.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, write as text } from './dom.js';
import { store, parameters, write } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';

const pace = 1000; // milliseconds between two steps that follow by themselves
let timer = 0;

/** The texts of the pieces to step through. @returns {string[]} */
function says() {
	const line = stage.line(),
		{ rules } = store.here.at,
		e = store.why.of ? null : stage.why()?.evidence;
	if (line) return line.map((m, i) => words.steps.plays(i % 2 ? words.other(rules.to_move) : rules.to_move, m));
	return e ? board.pieces(rules, e, '').all.map(p => p.says) : [];
}

/** Shows why, or the line of a move: its first pieces, 0 for all. @param {boolean} on @param {number} step @param
 * {string} [of] */
export function show(on, step, of = '') {
	if (!on || !step || of != store.why.of) pause();
	store.why = { on, step, of };
	stage.stage.step = '';
	if (!on || !step) stage.stage.ahead = null;
	write(false);
	stage.paint();
}

/** Goes on by some steps. @param {number} by */
function move(by) {
	const { of, step } = store.why;
	show(true, Math.max(0, Math.min(step + by, says().length)), of);
}

/** Stops stepping by itself. */
function pause() {
	clearInterval(timer);
	timer = 0;
}

/** Paints the controls, and asks for the position of a line to show. */
export function paint() {
	const { why } = store,
		line = stage.line(),
		all = why.on && stage.seen() ? says() : [];
	$('steps').hidden = !all.length;
	if (!all.length) {
		pause();
		return;
	}
	why.step = Math.min(why.step, all.length);
	if (why.step == all.length) pause();
	text(
		'step',
		why.step ? words.steps.at(why.step, all.length, all[why.step - 1]) : words.steps.all(all.length, !!line)
	);
	$('step-back').disabled = !why.step;
	$('step-next').disabled = why.step == all.length;
	$('step-play').hidden = matchMedia('(prefers-reduced-motion: reduce)').matches;
	text('step-play', timer ? words.steps.pause : words.steps.play);
	$('step-take').hidden = !line || !engine.whole || store.mode != 'analyse';
	if (line && why.step) ahead(line.slice(0, why.step));
}

/** The name of what is shown. */
const key = () => JSON.stringify([parameters(), store.why]);

let asked = ''; // what is asked for now

/** Shows the position after moves of a line. If it is unknown, the moves are drawn on the position before them.
 * @param {string[]} moves */
function ahead(moves) {
	const mine = key(),
		params = parameters();
	if (stage.stage.ahead?.key == mine || asked == mine) return;
	asked = mine;
	const show = rules => {
		if (key() != mine) return;
		stage.stage.ahead = { key: mine, rules, move: moves[moves.length - 1] };
		stage.paint();
	};
	const unknown = () => {
		show(null);
		return true;
	};
	const question = { ...params, moves: [params.moves, ...moves].join(' ').trim() };
	run('line', async task => show(await task.ask('position', question)), unknown).finally(() => {
		if (asked == mine) asked = '';
	});
}

/** Listens to the controls. */
export function listen() {
	$('step-back').onclick = () => move(-1);
	$('step-next').onclick = () => move(1);
	$('step-end').onclick = () => show(false, 0);
	$('step-play').onclick = () => {
		if (timer) pause();
		else {
			if (store.why.step == says().length) store.why.step = 0;
			timer = setInterval(() => ($('steps').hidden ? pause() : move(1)), pace);
			move(1);
		}
		stage.paint();
	};
	$('step-take').onclick = () => {
		const { here, why } = store,
			line = stage.line() ?? [];
		here.mine = true;
		stage.visit(
			tree.follow(
				here.at,
				(why.step ? line.slice(0, why.step) : line).map(move => ({ ...tree.empty(), move }))
			)
		);
	};
}
