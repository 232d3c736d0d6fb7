// @ts-check
// Who plays: the players of a game with the ways that they have, and what a person chooses for the next one, the level of
// the computer and the side. A choice belongs to a game: a game that has ended stays as it was.
import * as saved from './saved.js';
import * as words from './words.js';
import { $, element, svg, fill, say, write as text } from './dom.js';
import { store, parameters, fresh, entry, keep, afar } from './store.js';
import * as board from './board.js';
import * as stage from './stage.js';
import { run } from './task.js';

export const sides = ['X', 'O'];

/** The side of the one person who plays; "" with two, or none. @param {Record<string, string>} who */
export function person(who) {
	const people = sides.filter(s => !who[s]);
	return people.length == 1 ? people[0] : '';
}

/** Whether the game of the room has ended. */
const over = () => !!store.here.given || !!store.here.at.rules?.over;

/** Whether each player has a marker that walks. @param {string} variant */
export const walks = variant => /^(walk|lockdown|blockade)\b/.test(entry(variant)?.words ?? variant);

/** Who wins the boards with which strangers begin, so that they have the side that can. @type {Record<string, string>} */
const winners = { 'classic 4x4': 'O', 'duel 4x4': 'O', 'lockdown 4x4': 'O', 'claim 5x5': 'X', 'blockade 7x7': 'X' };

/** A new game for a stranger, with the side that can win, if that is known. @param {string} variant @param {string} own */
export function begun(variant, own) {
	const game = fresh(variant, own),
		side = winners[`${variant} ${own || entry(variant)?.board}`] ?? 'X';
	return seated(game, side, saved.get('level') ?? 'casual');
}

/** A game in which a person has a side against a level. @param {any} game @param {string} side @param {string} level */
export const seated = (game, side, level) => ({ ...game, sides: { [side]: '', [words.other(side)]: level } });

/** Another game of the same kind. @param {string} side @param {string} level */
export function another(side = '', level = '') {
	const { variant, board: own, start, sides: who } = store.here,
		game = { ...fresh(variant, own, start), sides: { ...who } };
	return stage.open(side ? seated(game, side, level) : game, 'play');
}

/** What is known of who wins, by board; "" where it is not. */
const known = /** @type {Map<string, string>} */ (new Map());
const key = () => JSON.stringify(parameters(store.here.root));

/** Finds out who wins the board of the game, if that takes no time. */
function look() {
	const mine = key();
	if (known.has(mine) || store.here.at.parent) return;
	known.set(mine, '');
	run(
		'wins',
		async task => {
			const found = await task.ask('solve', { ...parameters(store.here.root), timeout: '1' });
			known.set(mine, found.winner ?? '');
			if (store.mode == 'play' && key() == mine) paint();
		},
		() => true
	);
}

/** Buttons, one of which is chosen. @param {string} of @param {[string, (Node|string)[]][]} all @param {string} chosen */
const segments = (of, all, chosen) =>
	all.map(([value, label]) =>
		element('button', { 'data-of': of, 'data-value': value, 'aria-pressed': value == chosen }, ...label)
	);

/** A mark beside a word. @param {string} side */
const token = side =>
	svg('svg', { viewBox: '0 0 60 60', class: 'token', 'aria-hidden': true }, board.mark(side, 30, 27, ''));

/** Paints who plays, and the choices. */
export function paint() {
	const { here } = store,
		{ at, sides: who } = here,
		{ rules } = at;
	const side = person(who),
		level = side ? who[words.other(side)] : '',
		walk = walks(here.variant);
	fill(
		$('people'),
		...sides.map(s => {
			const name = !who[s]
				? side
					? words.players.you
					: words.players.person
				: who[s] == 'link'
					? words.players.far
					: words.players.computer;
			const moves = s == rules.to_move && !over() && !rules.guessed,
				exits = new Set(rules.moves.map(m => m.to)).size;
			return element(
				'li',
				{ class: s + (moves ? ' now' : '') },
				token(s),
				element(
					'span',
					{},
					element('b', {}, name),
					' ',
					element('small', {}, words.levels[who[s]] ? words.level(who[s]) : '')
				),
				element('span', { class: 'exits' }, moves && exits ? words.players.exits(exits, walk) : '')
			);
		})
	);
	fill(
		$('levels'),
		...segments(
			'level',
			Object.entries(words.levels).map(([name, [label]]) => [name, [label]]),
			level
		)
	);
	fill(
		$('seats'),
		...segments(
			'side',
			[
				['X', [token('X'), words.players.first]],
				['O', [token('O'), words.players.second]],
			],
			side
		)
	);
	text('level-note', words.levels[level]?.[1] ?? '');
	const winner = known.get(key()) ?? '',
		about = winner && rules.board ? words.players.wins(rules.board, winner) : '';
	text('side-note', words.sentences(about, side && at.parent ? words.players.change : ''));
	for (const s of sides) $('side-' + s).value = who[s];
	text('where-game', words.home.name(entry(here.variant)));
	text('where-how', words.players.how(rules.board, side ? [side] : [], level));
	look();
}

/** Takes another level: for this game, or for a new one if it has ended. @param {string} level */
function choose(level) {
	const { here } = store,
		side = person(here.sides) || 'X';
	saved.set('level', level);
	if (over()) another(side, level);
	else {
		here.sides[words.other(side)] = level;
		keep();
		stage.show();
	}
}

/** Takes the other side, in a new game; asks first if that would leave one. @param {string} side */
function sit(side) {
	const { here } = store,
		level = here.sides[words.other(person(here.sides))] || saved.get('level') || 'casual';
	const go = () => another(side, words.levels[level] ? level : 'casual');
	if (!here.at.parent || over()) go();
	else say(words.players.ask(side), [words.players.start, go], [words.players.stay, () => say('')]);
}

/** Takes who plays a side: for this game, or for a new one if it has ended. @param {string} side @param {string} who */
function assign(side, who) {
	const { here } = store,
		game = over() ? { ...fresh(here.variant, here.board, here.start), sides: { ...here.sides } } : here;
	game.sides[side] = who;
	if (who && afar(game)) game.sides[words.other(side)] = ''; // one of two sides by link is a person's
	if (game != here) {
		stage.open(game, 'play');
		return;
	}
	keep();
	stage.show();
}

/** Listens to the choices. */
export function listen() {
	$('choices').onclick = e => {
		const { of, value } = e.target.closest('[data-of]')?.dataset ?? {};
		if (of == 'level') choose(value);
		else if (of == 'side') sit(value);
	};
	for (const side of sides) $('side-' + side).onchange = () => assign(side, $('side-' + side).value);
}
