// @ts-check
// The parts of the room of proofs, and the picture of the rule by which a proof answers in the position shown.
/** @import { Rule } from './api' */
/** @import { Cell, Rules } from './types' */
import * as board from './board.js';
import * as words from './words.js';
import * as texts from './prooftexts.js';
import { $, element, svg } from './dom.js';
import { store, entry } from './store.js';

const examples = [
	['lockdown', '4x4'],
	['blockade', '4x4'],
	['claim', '5x5'],
	['duel', '3x5'],
	['classic', '3x4'],
];

/** Where the game that is shown stands in the proof. */
export const course = () => store.here.at.study?.claim && store.here.at.study;

/** The player who does not win. */
export const loser = () => words.other(course().claim.winner);

/** The drawing of a rule's sign for a cell. @param {Rules} rules @param {Cell} cell @param {string} sign @param
 * {boolean} whole */
function drawn(rules, cell, sign, whole) {
	const { x, y } = board.centre(rules, cell),
		player = {
			winner: course().claim.winner,
			loser: loser(),
			'for-winner': course().claim.winner,
			'for-loser': loser(),
		}[sign];
	const all = whole ? [board.box(rules, cell, 2, { class: sign == 'gone' ? 'block' : 'box' })] : [];
	if (sign == 'free') all.push(board.box(rules, cell, 2, { class: 'must' }));
	if (sign == 'any') all.push(board.box(rules, cell, 2, { class: 'either' }), svg('text', { x, y: y + 8 }, '?'));
	if (player && whole) all.push(board.mark(player, x, y, sign.length > 6 ? 'only' : '', sign.length > 6 ? 7 : 14));
	return all;
}

/** The numbers of the coming turns of a walk or a plan, in their cells. @param {Rules} rules @param {Rule} r
 * @param {number} taken @param {number} aside */
export const turns = (rules, r, taken, aside) =>
	[...Map.groupBy(r.walk.map((m, i) => [m.split('@')[0], i + 1]).slice(taken), ([name]) => name)].map(
		([name, all]) => {
			const { x, y } = board.centre(rules, board.find(rules, /** @type {string} */ (name)));
			return svg('text', { x: x + aside, y: y + 8 + aside, class: 'turn' }, all.map(([, n]) => n).join(' '));
		}
	);

/** A picture of a rule. @param {Rules} rules @param {Rule} r @param {boolean} whole whether it stands for itself */
export function picture(rules, r, whole) {
	const [to, block] = (r.answer ?? '').split('@').map(name => rules.cells.find(c => c.name == name)),
		at = to && board.centre(rules, to);
	const all = rules.cells
		.filter(c => rules.shape != 'vertex' || c.content != 'hole')
		.flatMap(c => drawn(rules, c, r.signs[rules.cells.indexOf(c)], whole));
	if (whole && r.walk.length > 1) return [...all, ...turns(rules, r, 0, 0)];
	return !whole || !at
		? all
		: [
				...all,
				board.mark(course().claim.winner, at.x, at.y, 'ghost'),
				...(block ? [board.box(rules, block, 14, { class: 'block' })] : []),
			];
}

/** What a rule asks, in words. @param {Rules} rules @param {Rule} r */
export const signs = (rules, r) =>
	['winner', 'loser', 'free', 'any', 'for-winner', 'for-loser']
		.map(s => {
			const all = rules.cells.filter((c, i) => r.signs[i] == s).map(c => c.name);
			return all.length ? `${texts.sign(s, course().claim, loser())}: ${all.join(' ')}` : '';
		})
		.filter(Boolean)
		.join('; ');

/** Makes the parts of the room; returns the field for a file. */
export function make() {
	const card = id => element('section', { id, class: 'card', 'data-modes': 'proof', 'aria-labelledby': 'h-' + id }),
		file = /** @type {HTMLInputElement} */ (
			element('input', { type: 'file', id: 'proof-file', accept: '.proof,.gz', 'aria-label': texts.choose })
		);
	$('stage').before(
		element(
			'section',
			{ id: 'proof-open', 'data-modes': 'proof', 'aria-labelledby': 'h-proof-open' },
			element('h2', { id: 'h-proof-open' }, texts.open),
			element('p', { class: 'lead' }, texts.lead),
			element(
				'p',
				{ id: 'proof-examples', class: 'ways' },
				...examples.map(([game, size]) =>
					element(
						'button',
						{ 'data-game': game, 'data-board': size },
						texts.example(words.home.name(entry(game)), size)
					)
				)
			),
			element('p', { id: 'proof-said', role: 'status' }),
			element('div', { class: 'card drop' }, element('p', {}, texts.drop), file)
		)
	);
	$('side').prepend(...['proof-rule', 'proof-replies', 'proof-covers', 'proof-left'].map(card));
	$('controls')
		.querySelector('nav')
		.append(
			element(
				'span',
				{ class: 'ways', 'data-modes': 'proof' },
				element('button', { id: 'proof-back', title: 'u' }, texts.back),
				element('button', { id: 'proof-again' }, texts.again),
				element('button', { id: 'proof-other' }, texts.other),
				element(
					'label',
					{ class: 'check' },
					element('input', { type: 'checkbox', id: 'proof-over', checked: '' }),
					' ' + texts.over
				)
			)
		);
	return file;
}
