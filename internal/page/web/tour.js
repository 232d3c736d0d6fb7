// @ts-check
// An explanation in three steps, over the home page: once, and again from the help.
import * as board from './board.js';
import * as texts from './tourtexts.js';
import * as saved from './saved.js';
import { $, element, svg, fill } from './dom.js';

/** A cell of a picture. @param {string} at row and column @param {string} [player] */
const cell = ([row, col], player = '') =>
	/** @type {import('./types').Cell} */ ({ row: Number(row), col: Number(col), player });
const square = /** @type {import('./types').Rules} */ ({ shape: 'square' });

/** A round sign, or a value, in a cell. @param {string} kind @param {string} at @param {string} text */
function note(kind, at, text) {
	const { x, y } = board.centre(square, cell(at)),
		badge = kind == 'badge';
	return svg(
		'g',
		{ class: 'note ' + kind },
		badge
			? svg('circle', { cx: x + 17, cy: y - 17, r: 10 })
			: board.box(square, cell(at), 3, { class: kind.startsWith('win') ? 'box rank' : 'box' }),
		svg('text', { x: badge ? x + 17 : x, y: badge ? y - 12.5 : y + 6 }, text)
	);
}

/** The picture of each step. @type {(() => Element)[]} */
const pictures = [
	() => {
		const p = board.picture('4/1X2/2O1/4');
		p.append(note('badge', '11', '1'), note('badge', '22', '2'));
		return p;
	},
	() => {
		const p = board.picture('4/2##/##O#/1X##');
		p.append(board.gates(square, cell('22', 'O')));
		return p;
	},
	() => {
		const p = board.picture('4/1xX1/2O1/4'),
			values = { 13: 'L6', 21: 'W13', 23: 'L8', 31: 'W13', 32: 'L12', 33: 'L12' };
		for (const [at, value] of Object.entries(values))
			p.append(note(value[0] == 'W' ? 'win for-O' : 'loss for-X', at, value));
		return p;
	},
];

let step = 0;
let begin = () => {};

/** Paints the step. */
function paint() {
	const { title, lines, go } = texts.steps[step];
	fill($('tour-picture'), pictures[step]());
	$('tour-at').textContent = texts.at(step + 1, pictures.length);
	$('h-tour').textContent = title;
	fill($('tour-lines'), ...lines.map(line => element('p', {}, ...line.map(of))));
	fill($('tour-dots'), ...pictures.map((_, i) => element('i', i == step ? { class: 'now' } : {})));
	$('tour-back').hidden = !step;
	$('tour-next').textContent = go;
}

/** A part of a line: a text, or a marked text. @param {string|[string, string]} part */
const of = part => (typeof part == 'string' ? part : element('b', { class: part[0] }, part[1]));

/** Shows the tour from its first step. @param {() => void} play what its last button does */
export function show(play) {
	begin = play;
	step = 0;
	if (!$('tour')) make();
	paint();
	$('tour').showModal();
	$('tour-next').focus();
}

/** Makes the dialog. */
function make() {
	const button = (id, label, more = {}) => element('button', { id, ...more }, label);
	document.body.append(
		element(
			'dialog',
			{ id: 'tour', 'aria-labelledby': 'h-tour' },
			element('div', { id: 'tour-picture', 'aria-hidden': true }),
			element(
				'div',
				{ id: 'tour-text' },
				element('p', { class: 'top' }, element('span', { id: 'tour-at' }), button('tour-skip', texts.skip)),
				element('h2', { id: 'h-tour' }),
				element('div', { id: 'tour-lines', 'aria-live': 'polite' }),
				element(
					'p',
					{ class: 'ways' },
					element('span', { id: 'tour-dots', 'aria-hidden': true }),
					button('tour-back', texts.back),
					button('tour-next', '', { class: 'first' })
				)
			)
		)
	);
	$('tour').onclose = () => saved.set('tour', 'shown');
	$('tour-skip').onclick = () => $('tour').close();
	$('tour-back').onclick = () => {
		step--;
		paint();
	};
	$('tour-next').onclick = () => {
		if (++step < pictures.length) paint();
		else {
			$('tour').close();
			begin();
		}
	};
}
