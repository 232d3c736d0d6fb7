// @ts-check
// The home page: an explanation in ten seconds, the games, the puzzle of the day, and the game to go on with.
/** @import { Variant } from './types' */
import * as engine from './engine.js';
import * as board from './board.js';
import * as days from './days.js';
import * as saved from './saved.js';
import * as words from './words.js';
import { $, element, fill } from './dom.js';
import { store, fresh, revived, entry, five, ownBoard } from './store.js';
import * as stage from './stage.js';
import * as play from './play.js';
import * as players from './players.js';
import * as puzzle from './puzzle.js';

/** The room. @type {stage.Room} */
export const room = { paint, apart: true, values: () => false, open: () => false };

let daily = /** @type {import('./types').Puzzle|null} */ (null); // the puzzle of a day, once it is here

/** Buttons that lead to the rooms of a game. @param {Variant} game @param {...string} modes */
const ways = (game, ...modes) =>
	element(
		'p',
		{ class: 'ways' },
		...modes.map((mode, i) =>
			element(
				'button',
				{
					'data-to': mode,
					'data-variant': game.variant,
					class: i ? '' : 'first',
					'aria-label': words.home.way(mode, game),
				},
				words.home[mode]
			)
		)
	);

/** The picture of a game, if there is one. @param {Variant} game */
const picture = game => {
	const last = board.frames(game.variant).at(-1);
	return last ? [board.picture(last, game.words)] : [];
};

/** The card of a game. @param {Variant} game @param {...string} modes */
const card = (game, ...modes) =>
	element(
		'article',
		{ class: game.library ? 'card small' : 'card', 'data-sample': game.variant },
		...picture(game),
		element('h3', {}, words.home.name(game)),
		element('p', {}, words.home.rule(game)),
		ways(game, ...modes)
	);

/** Paints the page. */
function paint() {
	const last = play.unfinished(),
		rules = last && (entry(last.variant)?.words ?? last.variant),
		today = days.today(),
		puzzle = daily?.day == today ? daily : null,
		game = entry(puzzle?.variant);
	const result = saved.result({ day: today }),
		done = words.sentences(result?.end && words.puzzle.before(result), words.puzzle.daily(days.row()));
	fill($('cards'), ...store.games.filter(five).map(g => card(g, 'play', 'analyse', 'puzzle')));
	fill($('library'), ...store.games.filter(g => g.library).map(g => card(g, 'play', 'analyse')));
	fill(
		$('today-card'),
		...(puzzle ? [board.picture(puzzle.position, puzzle.words)] : []),
		element('h3', {}, words.home.today),
		element('p', {}, words.home.goal(game ? words.home.name(game) : '', puzzle)),
		...(done ? [element('p', {}, done)] : []),
		element('p', { class: 'ways' }, element('button', { 'data-to': 'today', class: 'first' }, words.home.solve))
	);
	if (!$('make-card').querySelector('.picture'))
		$('make-card').prepend(board.picture('.-.-./-...-/..X../-...-/.-.-. o'));
	if (!$('atlas-card').querySelector('.picture'))
		$('atlas-card').prepend(board.picture('XOXOX/OOOOO/XOXOX/OOOOO/XOXOX x')); // lockdown
	$('continue-card').hidden = !last;
	if (last) {
		fill(
			$('continue-card'),
			...(last.position ? [board.picture(last.position, /** @type {string} */ (rules))] : []),
			element('h3', {}, words.home.resume),
			element('p', {}, words.saved(last, entry(last.variant))),
			element(
				'p',
				{ class: 'ways' },
				element('button', { 'data-to': 'resume', 'data-id': last.id, class: 'first' }, words.home.go)
			)
		);
	}
	if (!puzzle) {
		engine
			.ask('puzzle', { day: today })
			.then(found => {
				daily = found;
				if (store.mode == 'home') paint();
			})
			.catch(() => {}); // the card does without its picture
	}
}

/** Lets the picture of a card go through its game. @param {HTMLElement} card */
function run({ dataset: { sample = '' }, firstElementChild: shown }) {
	if (shown) board.film(shown, board.frames(sample), entry(sample)?.words ?? '');
}

/** Listens to the cards. */
export function listen() {
	$('home').addEventListener('pointerover', e => {
		const card = e.target.closest('[data-sample]');
		if (card && !card.contains(e.relatedTarget)) run(card);
	});
	$('home').onclick = e => {
		const { to, variant, id } = e.target.closest('[data-to]')?.dataset ?? {};
		if (to == 'play') stage.open(players.begun(variant, play.playBoard(variant)), 'play');
		else if (to == 'analyse') stage.open(fresh(variant, ownBoard(variant)), 'analyse');
		else if (to == 'puzzle') puzzle.go(variant, String(1 + Math.floor(Math.random() * 1e6)));
		else if (to == 'edit' || to == 'make' || to == 'atlas') stage.enter(to);
		else if (to == 'today') puzzle.goDay();
		else if (to == 'resume') {
			const kept = saved.load(id);
			if (kept) stage.open(revived(kept), 'play');
		}
	};
}
