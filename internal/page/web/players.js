// @ts-check
// Who plays: the players of a game with their ways out, and the choices for the next game, the computer's level and the
// side. A choice belongs to a game: a game that has ended stays as it was.
/** @import { Rules } from './types' */
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

/** Who wins the first boards of strangers, so that they get the side that can win. */
const winners = new Map(
	Object.entries({
		X:
			'claim 5x5,blockade 7x7,cylindersnort 4x5,hexblockade 4x4,hexkayles 6x6,hexsnort 4x5,kinggeography 5x5,'
			+ 'kingsnort 5x5,nodekayles 5x5,petersen 5x5,queens 8x8,snort 5x5,toruskings 7x7',
		O:
			'classic 4x4,duel 4x4,lockdown 4x4,col 5x5,dawson 1x20,hexcol 5x5,icosian 7x9,knightgeography 8x8,'
			+ 'knightkayles 6x6,knighttron 4x5,tron 4x4',
	}).flatMap(([side, all]) => all.split(',').map(board => /** @type {[string, string]} */ ([board, side])))
);

/** Who wins a board of a game, if that is known. @param {string} variant @param {string} own */
const wins = (variant, own) => winners.get(`${variant} ${own || entry(variant)?.board}`) ?? '';

/** A new game for a stranger, with the side that can win, if that is known. @param {string} variant @param {string} own */
export function begun(variant, own) {
	const game = fresh(variant, own),
		side = wins(variant, own) || 'X';
	return seated(game, side, saved.get('level') ?? 'casual');
}

/** A game in which a person has a side against a level. @param {import('./game').Game} game
 * @param {string} side @param {string} level */
export const seated = (game, side, level) => ({ ...game, sides: { [side]: '', [words.other(side)]: level } });

/** Another game of the same kind. @param {string} side @param {string} level */
export function another(side = '', level = '') {
	const { variant, board: own, start, sides: who } = store.here,
		game = { ...fresh(variant, own, start), sides: { ...who } };
	return stage.open(side ? seated(game, side, level) : game, 'play');
}

/** Who wins, by board; "" if unknown. */
const known = /** @type {Map<string, string>} */ (new Map());
const key = () => JSON.stringify(parameters(store.here.root));

/** Finds out who wins the board of the game, if that takes no time. */
function look() {
	const mine = key();
	if (known.has(mine) || store.here.at.parent) return;
	const { variant, board: own, start } = store.here;
	known.set(mine, start ? '' : wins(variant, own));
	if (known.get(mine)) return;
	run(
		'wins',
		async task => {
			const found = await task.ask('solve', { ...parameters(store.here.root), timeout: '1' });
			known.set(mine, found.winner ?? '');
			if (store.mode == 'play' && store.here.at.rules && key() == mine) paint();
		},
		() => true
	);
}

/** The steps to near cells, by the words of a game. @type {Record<string, number[][]>} */
const steps = {
	rook: [[0, 1]],
	king: [
		[0, 1],
		[1, 1],
	],
	knight: [
		[1, 2],
		[2, 1],
	],
	hex: [[0, 1]],
};

/** How many cells a player can go to, or could if it were their turn; 0 if unknown.
 * @param {Rules} rules @param {string} side */
function exits({ cells, moves, to_move: mover, words: said, wrap, shape }, side) {
	if (side == mover) return new Set(moves.map(m => m.to)).size;
	const [kind, how] = (said ?? '').split(' ');
	if (kind == 'place') return cells.filter(c => c.content == 'empty' && !c.closed.includes(side)).length;
	const at = cells.find(c => c.content == 'mark' && c.player == side);
	if (kind != 'walk' || !at || !steps[how] || wrap != 'plane') return 0;
	return cells.filter(c => {
		const [down, right] = [c.row - at.row, c.col - at.col],
			near = steps[how].some(([a, b]) =>
				[`${a},${b}`, `${b},${a}`].includes(`${Math.abs(down)},${Math.abs(right)}`)
			);
		return c.content == 'empty' && (near || (shape == 'hexagon' && down * right == -1));
	}).length;
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
				free = over() || rules.guessed ? 0 : exits(rules, s);
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
				element('span', { class: 'exits' }, free ? words.players.exits(free, walk) : '')
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
	look();
	const winner = known.get(key()) ?? '',
		about = winner && rules.board ? words.players.wins(rules.board, winner) : '';
	text('side-note', words.sentences(about, side && at.parent ? words.players.change : ''));
	for (const s of sides) $('side-' + s).value = who[s];
	text('where-game', words.home.name(entry(here.variant)));
	text('where-how', words.players.how(rules.board, side ? [side] : [], level));
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

/** Takes the other side, in a new game; asks first if that leaves an unfinished one. @param {string} side */
function sit(side) {
	const { here } = store,
		level = here.sides[words.other(person(here.sides))] || saved.get('level') || 'casual';
	const go = () => another(side, words.levels[level] ? level : 'casual');
	if (!here.at.parent || over()) go();
	else say(words.players.ask(side), [words.players.start, go], [words.players.stay, () => say('')]);
}

/** Sets who plays a side: in this game, or in a new one if it has ended. @param {string} side @param {string} who */
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
