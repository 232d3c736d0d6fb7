// @ts-check
// The room in which people play, against the computer or each other; hints; and the coach, who asks before a move that
// gives the win away. Nothing shows who wins, unless a person asks.
/** @import { Node, Offer } from './types' */
import * as engine from './engine.js';
import * as board from './board.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, parameters, revived, entry, ownBoard, afar, invitation } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';
import * as players from './players.js';
import * as sound from './sound.js';
import * as share from './share.js';
import * as after from './after.js';

/** The room. @type {stage.Room} */
export const room = {
	shown,
	paint,
	press,
	analyses: () => $('teach').checked && open(),
	values: () => false,
	open,
	refuse: name => {
		if (open()) say(words.illegal(store.here.at.rules, name, stage.stage.step));
	}, // else it is said whose turn it is
	enter: own,
};

let told = ''; // the game whose rules were shown

/** Whether it is a person's turn. */
function open() {
	const {
		at: { rules },
		given,
		sides,
	} = store.here;
	return !!rules && !rules.guessed && !rules.over && !given && !sides[rules.to_move];
}

/** The board if a person chooses none: one that takes some thought.
 * @param {string} variant */
export const playBoard = variant => (words.trivial(variant, entry(variant)?.board) ? '5x5' : ownBoard(variant));

/** Makes sure that there is a game: the last one played, or a new one. */
export function resume() {
	if (store.game) return;
	const last = saved.games()[0];
	const variant = entry('lockdown')?.variant ?? store.games[0].variant;
	store.game = last ? revived(last) : players.begun(variant, playBoard(variant));
}

/** Like resume, but a game that was only looked at stays where it is. */
export function own() {
	resume();
	const game = /** @type {import('./game').Game} */ (store.game);
	[game.at, game.place] = [game.place ?? game.at, null];
}

/** A game to go on with: the last one that is not over, or null. */
export const unfinished = () => saved.games().find(g => g.mode == 'play' && !g.over && !g.given) ?? null;

/** Lets the computer move if it is its turn. @param {stage.Doing} task */
async function shown(task) {
	const { here } = store,
		{ at } = here,
		level = here.sides[at.rules.to_move],
		far = afar(here);
	const invite = /** @type {Offer} */ ([words.link.copy, () => share.copy(invitation(), words.link.copied(far))]);
	if (at.rules.over || here.given) {
		const news = far && (here.given ? here.given != far : level == 'link');
		say(news ? words.link.last(far) : '', ...(news ? [invite] : []), ...next());
		end();
		after.show();
		return true;
	}
	if (!level) return false;
	if (level == 'link') {
		say(words.sentences($('hint').textContent, words.link.send(far)), invite);
		return true;
	}
	const seed = String(Math.floor(Math.random() * 2 ** 32));
	const choice = await task.ask('move', { ...parameters(), level, seed, timeout: '20' });
	if (choice.move) {
		store.notice ||= $('hint').textContent; // what was said of a link stays
		sound.play('place');
		stage.played(choice.move, false);
	}
	return true;
}

const ladder = Object.keys(words.levels);

/** The offers after a game, the next step first. @returns {Offer[]} */
function next() {
	const { here } = store,
		me = players.person(here.sides),
		level = here.sides[words.other(me)],
		review = /** @type {Offer[]} */ (
			here.root.children.length ? [[words.ending.review, () => stage.enter('review')]] : []
		);
	if (!me || level == 'link') return [...review, [words.ending.newGame, () => players.another()]];
	const won = (here.given || here.at.rules.to_move) != me,
		up = ladder[ladder.indexOf(level) + 1],
		down = ladder[ladder.indexOf(level) - 1];
	const again = (to, label) => /** @type {Offer} */ ([label, () => players.another(me, to)]);
	const send = () =>
		share.send(
			words.ending.result(
				words.home.name(entry(here.variant)),
				here.at.rules.board,
				level,
				won,
				tree.path(here.at).length
			),
			words.ending.copied
		);
	return [
		won && up ? again(up, words.ending.next(up)) : again(level, won ? words.ending.again : words.ending.retry),
		...(won && up ? [again(level, words.ending.again)] : !won && down ? [again(down, words.ending.easier)] : []),
		...review,
		[words.ending.share, send],
	];
}

let ended = /** @type {Node|null} */ (null); // the final position whose sound was played

/** Shows on the board who is stuck, and lets it be heard once. */
function end() {
	const { here } = store,
		{ rules } = here.at,
		stuck =
			players.walks(here.variant)
			&& rules.over
			&& rules.cells.find(c => c.content == 'mark' && c.player == rules.to_move);
	stage.stage.overlay = stuck ? board.gates(rules, stuck) : null;
	stage.paint();
	if (ended == here.at) return;
	ended = here.at;
	const me = players.person(here.sides);
	if (here.mine) sound.play(me && (here.given || rules.to_move) == me ? 'lose' : 'win');
}

/** Plays a move that was chosen on the board. */
function press(m) {
	const moves = store.here.at.study?.moves ?? [],
		mine = moves.find(o => o.move == m.move),
		best = moves[0];
	if ($('teach').checked && mine?.mistake == '??') {
		stage.cancel();
		say(
			words.coach(mine, best),
			[words.hints.takeBack, () => say(words.hints.taken)],
			[words.hints.anyway, () => stage.played(m.move)]
		);
		$('offers').firstChild?.focus();
	} else {
		sound.play('place');
		stage.played(m.move);
	}
}

/** Takes back the last move of the person who asks, and all moves after it. */
function takeBack() {
	const { here } = store,
		mine = back(here);
	if (!mine && !here.given) return;
	if (here.given) here.given = '';
	else if (mine) here.at = tree.remove(mine);
	stage.show();
}

/** Who made a move of the line that is shown. @param {Node} n */
function mover(n) {
	const { at } = store.here;
	return (at.ply - n.ply) % 2 ? at.rules?.to_move : words.other(at.rules?.to_move);
}

/** The last move that a person has made; undefined if there is none. */
const back = ({ at, sides }) => tree.path(at).findLast(n => !sides[mover(n)]);

/** Ends the game. The person whose turn it is, or who plays against the computer, has lost. */
function giveUp() {
	const { here } = store,
		{ to_move } = here.at.rules;
	here.given = here.sides[to_move] ? words.other(to_move) : to_move;
	here.mine = true;
	stage.show();
}

/** Gives a hint: how many moves win, then in which part of the board, then which. */
export const hint = () => run('hint', clue);

/** @param {stage.Doing} task */
async function clue(task) {
	const { at } = store.here,
		{ rules } = at;
	if (!rules || rules.over || !stage.room().open()) return;
	if (!at.study?.outcome) {
		say(words.hints.seeking);
		at.study = await task.ask('analysis', { ...parameters(at), timeout: '20' });
	}
	const { study } = at;
	if (!study.outcome) {
		say(words.hints.none);
		return;
	}
	if (study.outcome == 'loss') {
		await behind(task);
		return;
	}
	const best = study.moves.find(m => m.move == study.best_move) ?? study.moves[0];
	stage.stage.hinted++;
	if (stage.stage.hinted == 1) {
		say(study.facts.how_many);
		return;
	}
	if (stage.stage.hinted == 2)
		point(
			rules.moves.filter(m => m.where == best.geometry.where).map(m => m.to),
			words.whereBest(best)
		);
	else point([best.geometry.to, best.geometry.block], words.hintMove(best));
}

/** Frames cells on the board, and says why. @param {(string|null|undefined)[]} cells @param {string} says */
function point(cells, says) {
	const names = /** @type {string[]} */ ([...new Set(cells.filter(Boolean))]);
	stage.stage.overlay = board.region(store.here.at.rules, names);
	say(says);
	stage.paint();
}

/** Helps the player who is losing: shows the move that leaves the opponent the fewest ways to win. @param
 * {stage.Doing} task */
async function behind(task) {
	const { at } = store.here;
	if (engine.whole && !at.study.moves.some(m => m.next)) {
		const found = await task.ask('analysis', { ...parameters(at), next: '1', timeout: '5' });
		if (found.outcome) at.study = found;
	}
	const share = m => (m.next?.legal ? m.next.winning / m.next.legal : 1);
	const [best] = [...at.study.moves].sort((a, b) => share(a) - share(b) || (b.distance ?? 0) - (a.distance ?? 0));
	point([best.geometry.to, best.geometry.block], words.hardest(at.rules.to_move, best));
}

/** Paints whose turn it is, what to do, and the moves. */
function paint() {
	const { here } = store,
		{ at, sides: who, given } = here,
		{ rules } = at;
	const people = players.sides.filter(s => !who[s]),
		how = {
			people,
			far: !!afar(here),
			given,
			step: stage.stage.step,
			last: at.parent && who[words.other(rules.to_move)] ? at : null,
			walks: players.walks(here.variant),
		};
	text('verdict', words.headline(rules, how));
	text('task', words.says(rules, open() ? stage.playable(rules.moves) : new Map(), how));
	text('note', words.trivial(here.variant, rules.board));
	document.body.dataset.turn = rules.over || given ? words.other(given || rules.to_move) : rules.to_move;
	document.body.toggleAttribute('data-over', rules.over || !!given);
	players.paint();
	fill($('record'), ...tree.path(at).map((n, i) => element('li', { class: mover(n) }, n.move)));
	text('saved', !here.mine ? '' : store.kept ? words.hints.saved : words.hints.unsaved);
	$('undo').disabled = !given && !back(here);
	$('give').disabled = rules.over || !!given;
	$('clue').disabled = $('give').disabled || !open();
	after.hide();
	if (told == here.id) return;
	told = here.id;
	$('about').open = !saved.get('rules ' + here.variant);
	sample();
	saved.set('rules ' + here.variant, 'shown');
}

/** Shows how a game begins beside its rules, as a picture that moves when they are opened. */
function sample() {
	const { words: rules, variant } = entry(store.here.variant) ?? {},
		frames = board.frames(variant);
	if (!$('about').open) return;
	fill($('sample'), ...(frames.length ? [board.picture(frames.at(-1) ?? '', rules)] : []));
	if (frames.length) board.film($('sample').firstChild, frames, rules);
}

/** Listens to the controls of playing. */
export function listen() {
	$('teach').checked = saved.get('teach') == 'true';
	$('teach').onchange = () => {
		saved.set('teach', String($('teach').checked));
		stage.show();
	};
	$('about').ontoggle = sample;
	const does = { new: () => players.another(), undo: takeBack, give: giveUp, clue: hint };
	for (const [id, f] of Object.entries(does)) $(id).onclick = f;
	players.listen();
	after.listen();
}
