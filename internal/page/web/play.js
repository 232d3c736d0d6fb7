// @ts-check
// The room in which people play, against the computer or each other; hints; and the coach, who asks before
// a move that gives the win away. Nothing shows who wins, unless it is asked for.
import * as board from './board.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, parameters, fresh, revived, entry, ownBoard, keep, afar, invitation } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';
import * as share from './share.js';

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

const sides = ['X', 'O'];
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

/** The board that a person plays on, if they choose none: one on which there is something to think about.
 * @param {string} variant */
export const playBoard = variant => (words.trivial(variant, entry(variant)?.board) ? '5x5' : ownBoard(variant));

/** Sees that there is a game: the one that was played last, or a new one. */
export function resume() {
	if (store.game) return;
	const last = saved.games()[0];
	store.game = last ? revived(last) : fresh(entry('lockdown')?.variant ?? store.games[0].variant);
}

/** Like resume; what was only looked at leaves the game where it is. */
export function own() {
	resume();
	const game = /** @type {any} */ (store.game);
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
	const invite = /** @type {[string, () => void]} */ ([
		words.link.copy,
		() => share.copy(invitation(), words.link.copied(far)),
	]);
	if (at.rules.over || here.given) {
		const news = far && (here.given ? here.given != far : level == 'link');
		say(
			news ? words.link.last(far) : '',
			...(news ? [invite] : []),
			...(here.root.children.length
				? [/** @type {[string, () => void]} */ ([words.hints.review, () => stage.enter('review')])]
				: []),
			[words.hints.newGame, again]
		);
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
		stage.played(choice.move);
	}
	return true;
}

/** Begins another game of the same kind. */
const again = () =>
	stage.open(
		{ ...fresh(store.here.variant, store.here.board, store.here.start), sides: { ...store.here.sides } },
		'play'
	);

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
	} else stage.played(m.move);
}

/** Takes back the last move of the person who asks, and what came after it. */
function takeBack() {
	const { here } = store,
		mine = back(here);
	if (!mine && !here.given) return;
	if (here.given) here.given = '';
	else here.at = tree.remove(mine);
	stage.show();
}

/** The last move that a person has made; undefined if there is none. */
function back({ at, sides }) {
	const mover = n => ((at.ply - n.ply) % 2 ? at.rules?.to_move : words.other(at.rules?.to_move));
	return tree.path(at).findLast(n => !sides[mover(n)]);
}

/** Ends the game: the person whose turn it is, or the one who plays the computer, has lost. */
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
	const { study } = at,
		best = study.moves.find(m => m.move == study.best_move) ?? study.moves[0];
	if (!study.outcome) {
		say(words.hints.none);
		return;
	}
	stage.stage.hinted++;
	if (stage.stage.hinted == 1) {
		say(study.facts.how_many);
		return;
	}
	const [cells, clue] =
		stage.stage.hinted == 2
			? [rules.moves.filter(m => m.where == best.geometry.where).map(m => m.to), words.where(best)]
			: [[best.geometry.to, best.geometry.block].filter(Boolean), words.hintMove(best)];
	stage.stage.overlay = board.region(rules, [...new Set(cells)]);
	say(clue);
	stage.paint();
}

/** Paints whose turn it is, what to do, and the moves. */
function paint() {
	const { here } = store,
		{ at, sides: who, given } = here,
		{ rules } = at;
	const people = sides.filter(s => !who[s]);
	text(
		'verdict',
		words.turn(rules, {
			people,
			far: !!afar(here),
			given,
			step: stage.stage.step,
			last: at.parent && who[words.other(rules.to_move)] ? at : null,
		})
	);
	text('task', open() ? words.task(stage.playable(rules.moves), rules, stage.stage.step) : '');
	text('who', words.you(people.length == 1 ? people[0] : ''));
	text('note', words.trivial(here.variant, rules.board));
	document.body.dataset.turn = rules.over || given ? '' : rules.to_move;
	for (const side of sides) $('side-' + side).value = who[side];
	fill($('record'), ...tree.path(at).map(n => element('li', {}, n.move)));
	text('saved', !here.mine ? '' : store.kept ? words.hints.saved : words.hints.unsaved);
	$('undo').disabled = !given && !back(here);
	$('give').disabled = $('clue').disabled = rules.over || !!given;
	$('clue').disabled ||= !open();
	if (told == here.id) return;
	told = here.id;
	$('about').open = !saved.get('rules ' + here.variant);
	saved.set('rules ' + here.variant, 'shown');
}

/** Listens to the controls of playing. */
export function listen() {
	for (const side of sides) {
		$('side-' + side).onchange = () => {
			const { value } = $('side-' + side),
				{ here } = store,
				other = words.other(side);
			here.sides[side] = value;
			if (value && afar(here)) here.sides[other] = ''; // one of two sides by link is a person's
			if (value != 'link') saved.set('side-' + side, value);
			keep();
			stage.show();
		};
	}
	$('teach').checked = saved.get('teach') == 'true';
	$('teach').onchange = () => {
		saved.set('teach', String($('teach').checked));
		stage.show();
	};
	const does = { new: again, undo: takeBack, give: giveUp, clue: hint };
	for (const [id, f] of Object.entries(does)) $(id).onclick = f;
}
