// @ts-check
// Paints the board with all drawings on it, the texts about it, and the lists of games and boards.
/** @import { Move, Rules } from './types' */
import * as board from './board.js';
import * as words from './words.js';
import { $, element, fill, write as text } from './dom.js';
import { store, keep, entry, five, unnamed } from './store.js';
import { stage, room, seen, valued, knowledge, why, better, playable, line } from './position.js';

let over = ''; // the cell that is pointed at
let hover = 0; // the timer for drawing a move pointed at
let waiting = 0; // for the frame that paints the findings of a search since the last one

/** Forgets paintings planned for another position. */
export function forget() {
	cancelAnimationFrame(waiting);
	clearTimeout(hover);
	waiting = 0;
	over = '';
}

/** Paints the facts known by then in the next frame. */
export function soon() {
	waiting ||= requestAnimationFrame(() => {
		waiting = 0;
		repaint();
	});
}

/** Draws the mark of a move at once, since all of a large board takes longer. Resolves when it can be seen.
 * @param {Rules} rules @param {string} name @param {string} [kind] */
export function echo(rules, name, kind = '') {
	const cell = rules.cells.find(c => c.name == name),
		picture = $('place').querySelector(`.cell[data-cell="${CSS.escape(name)}"]`);
	if (cell && picture) {
		const { x, y } = board.centre(rules, cell);
		if (!kind) {
			picture.classList.add('last');
			for (const dot of $('place').querySelectorAll('.dot')) dot.remove();
		}
		picture.append(board.mark(rules.to_move, x, kind || rules.shape == 'square' ? y : y + 3, kind));
	}
	return drawn();
}

/** Resolves when what is drawn by now can be seen. */
export const drawn = () =>
	new Promise(done => {
		requestAnimationFrame(() => setTimeout(done));
		setTimeout(done, 100); // a window that is not shown has no frames
	});

/** How much slower each winning move is than the best, from 0 for the best to 3; empty if all cells are alike. */
function ranks(moves, cells) {
	const all = new Map(),
		top = moves[0];
	if (!top?.outcome) return all;
	const slower = [...new Set(moves.filter(m => m.outcome == top.outcome).map(m => m.distance))];
	for (const [cell, m] of cells) {
		if (m.outcome == top.outcome && (m.outcome == 'win' || better(m, top) == 0))
			all.set(cell, Math.min(3, slower.indexOf(m.distance)));
	}
	return all.size == cells.size && [...all.values()].every(rank => rank == 0) ? new Map() : all;
}

/** Paints what is shown, and keeps the game. */
export function paint() {
	if (!store.here.at.rules) return;
	lists();
	repaint();
	keep();
}

/** Paints the known facts about the position: the board, and the parts of the room. */
export function repaint() {
	const { at } = store.here,
		{ rules } = at;
	const moves = valued(),
		cells = playable(moves),
		values = seen();
	const ahead = stage.ahead?.rules,
		nothing = {
			cells: new Map(),
			values: false,
			dots: false,
			ranks: new Map(),
			ticks: [],
			ghost: '',
			from: '',
			wrong: [],
			editing: false,
		};
	const picture = ahead
		? board.draw(ahead, { ...nothing, focus: stage.focus, last: stage.ahead?.move.split('@')[0] ?? '' })
		: board.draw(rules, {
				cells,
				values,
				dots: !values,
				ranks: ranks(moves, cells),
				ticks: stage.step ? [] : moves.filter(m => m.block),
				ghost: stage.step,
				from: stage.step ? moves.find(m => m.to == stage.step)?.from : '',
				focus: stage.focus,
				wrong: stage.wrong,
				last: at.move.split('@')[0],
				editing: !!room().cell,
			});
	const place = $('place'),
		old = place.firstChild;
	old?.querySelector('.overlay')?.remove();
	if (old?.dataset.of == picture.dataset.of) fill(place, picture);
	else place.replaceChildren(picture);
	if (revealed != (stage.ahead ?? at)) {
		revealed = stage.ahead ?? at;
		reveal(place.querySelector('.cell.last'));
	}
	part();
	overlay(null);
	text('verdict', words.verdict(rules, knowledge(), values));
	if (!rules.guessed) text('text', rules.position);
	document.body.dataset.turn = values ? (knowledge()?.winner ?? '') : '';
	room().paint();
}

let revealed = /** @type {object|null} */ (null); // the position whose last move was brought into view

/** Brings a cell of a long board into view. @param {Element|null} cell */
export function reveal(cell) {
	const place = $('place'),
		long = place.querySelector('svg.long');
	if (!cell || !long) return;
	const [a, b] = [cell, place].map(e => e.getBoundingClientRect());
	if (a.left < b.left || a.right > b.right) place.scrollLeft += a.left - b.left - (b.width - a.width) / 2;
	if (a.top < b.top || a.bottom > b.bottom) place.scrollTop += a.top - b.top - (b.height - a.height) / 2;
}

/** Says below a long board which part of it is visible. */
export function part() {
	const place = $('place'),
		box = place.querySelector('svg.long')?.getBoundingClientRect(),
		{ rows = 0, cols = 0 } = store.here?.at.rules ?? {};
	const seen = (n, long, from, room) => [
		Math.max(1, Math.round((from / long) * n) + 1),
		Math.min(n, Math.round(((from + room) / long) * n)),
	];
	const wide = box && seen(cols, box.width, place.scrollLeft, place.clientWidth),
		high = box && seen(rows, box.height, place.scrollTop, place.clientHeight);
	const said =
		!wide || !high
			? ''
			: wide[1] - wide[0] + 1 < cols
				? words.part('columns', wide, cols)
				: high[1] - high[0] + 1 < rows
					? words.part('rows', high, rows)
					: '';
	if (said) place.dataset.part = said;
	else delete place.dataset.part;
}

/** Draws over the board: a line or evidence on hover, or the evidence of the position. @param {Element|null} what */
export function overlay(what) {
	const picture = $('place').firstChild,
		{ rules } = store.here.at;
	picture?.querySelector('.overlay')?.remove();
	what ??= room().point?.(over || stage.focus) ?? stage.overlay ?? shown();
	if (!what) return;
	what.classList.add('overlay');
	picture?.insertBefore(what, picture.querySelector('.labels')); // the values stay above it
}

/** The drawing of why, or of a line: the block of its last move, or its moves if its positions are unknown. */
function shown() {
	const { on, step, of } = store.why,
		{ rules } = store.here.at,
		block = stage.ahead?.rules && stage.ahead.move.split('@')[1];
	if (block) return board.region(rules, [block]);
	const evidence = of ? { search: line() && { pv: line() } } : why()?.evidence;
	return on && seen() && !stage.ahead?.rules && evidence && (!of || evidence.search)
		? board.why(rules, evidence, stage.focus, step)
		: null;
}

/** After a moment draws the line that begins with a move, or with "Show me" why it wins or loses, unless the
 * position has changed.
 * @param {Move|null|undefined} m */
export function look(m) {
	const { at } = store.here;
	clearTimeout(hover);
	hover = setTimeout(() => {
		if (store.mode == 'home' || store.here.at != at || !at.rules) return;
		if (!m?.pv?.length || !seen() || stage.step || store.why.step || store.why.of) overlay(null);
		else if (store.why.on && m.evidence && !m.evidence.search) overlay(board.why(at.rules, m.evidence, ''));
		else if (!store.why.on) overlay(board.line(at.rules, m.pv));
	}, 150);
}

/** Draws for the cell pointed at now. @param {string} name */
export function pointed(name) {
	const { rules, study } = store.here.at;
	if (name == over || !rules) return;
	over = name;
	if (room().point) {
		overlay(null);
		return;
	}
	const { on, step, of } = store.why,
		evidence = on && !of && seen() && study?.evidence;
	if (evidence && (evidence.matching || evidence.mirror)) overlay(board.why(rules, evidence, over, step));
	else look(playable(valued()).get(over));
}

/** Puts the keyboard on the board. */
export const focusCell = () => $('place').querySelector('.cell[tabindex="0"]')?.focus({ preventScroll: true });

/** Fills the lists of games and boards, and says the rules of the game that is shown. */
function lists() {
	const { variant, board: own, at } = store.here,
		game = entry(variant),
		list = $('variant');
	const option = g => new Option(words.name(g), g.variant),
		named = store.games.filter(g => !unnamed(g));
	const group = (label, all) => (all.length ? [element('optgroup', { label }, ...all.map(option))] : []);
	fill(
		list,
		...named.filter(five).map(option),
		...group(
			words.games.library,
			named.filter(g => g.library)
		),
		...group(words.games.other, store.games.filter(unnamed))
	);
	list.value = game.variant;
	const sizes = game.fixed
		? [game.board]
		: [
				...new Set(
					[
						game.board,
						'3x3',
						'3x4',
						'4x4',
						'4x5',
						'5x5',
						'5x6',
						'6x6',
						'6x7',
						'7x7',
						'8x8',
						at.rules?.board ?? own,
					].filter(Boolean)
				),
			];
	fill($('board'), ...sizes.map(s => new Option(s.replace('x', '×'), s)), new Option(words.edit.other, 'other'));
	$('board').value = at.rules?.board ?? (own || game.board);
	fill($('rules'), ...game.rules.map(sentence => element('li', {}, sentence)));
	text('where-game', words.home.name(game));
	text('where-how', words.where(store.mode, at.rules?.board ?? ''));
	text('title', words.title(game));
	text('rule', words.home.rule(game));
	text('key', five(game) ? '' : game.words);
}
