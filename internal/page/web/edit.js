// @ts-check
// The editor: any board, holes, marks and the side to move. The rules say at once what is wrong. It has a
// position of its own, and leaves the game alone.
/** @import { Problem, Rules } from './types' */
import * as tree from './tree.js';
import * as words from './words.js';
import * as board from './board.js';
import { $, element, fill, write as text } from './dom.js';
import { store, fresh, write } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';

/** The room. @type {stage.Room} */
export const room = { shown, enter, values: () => false, open: () => false, resize, cell: press, paint };

let rows = /** @type {string[][]} */ ([]),
	side = 'x',
	piece = 'X';
let past = /** @type {string[]} */ ([]),
	now = 0,
	of = ''; // earlier positions of the game with an id, and the place of the present one among them

/** The text of the position that is edited. */
const written = () => rows.map(r => r.join('')).join('/') + ' ' + side;

/** Begins to edit a copy of the position that is shown. */
function enter() {
	const { here, mode } = store;
	if (mode != 'home' && here) store.edit = fresh(here.variant, '', here.at.rules?.position ?? here.start);
	store.edit ??= fresh(store.game?.variant ?? 'lockdown');
}

/** Fills the controls when a position is shown. */
async function shown() {
	right(store.here.at.rules);
	stage.room().paint();
	return true;
}

/** Says that the position of the rules is possible. @param {Rules} rules */
function right(rules) {
	stage.stage.wrong = [];
	text('wrong', '');
	$('position').removeAttribute('aria-invalid');
	take(rules.position);
	$('position').value = rules.position;
	note();
}

/** Notes an edit, so that it can be undone. */
function note() {
	if (of != store.here.id) [of, past, now] = [store.here.id, [], -1];
	if (past[now] != written()) past.splice(++now, Infinity, written());
}

/** Goes back to an earlier edit, or forward again. @param {number} by */
function undo(by) {
	if (!past[now + by]) return;
	take(past[(now += by)]);
	check();
}

/** Paints the things that can be put on the board, as far as the game has more of them. */
function paint() {
	const all = store.here.at.rules.symbols;
	if (!all.some(s => s.symbol == piece)) piece = 'X';
	text('verdict', words.edit.title(side));
	text('task', words.edit.how);
	fill(
		$('palette'),
		element(
			'fieldset',
			{ class: 'chips' },
			element('legend', {}, words.edit.put),
			...all.map(s =>
				element(
					'label',
					{ title: words.content(s) },
					element('input', { type: 'radio', name: 'piece', value: s.symbol, 'aria-label': words.content(s) }),
					element('span', {}, board.piece(s), element('small', {}, words.content(s)))
				)
			)
		)
	);
	$('palette').querySelector(`[value="${piece}"]`).checked = true;
	[$('edit-undo').disabled, $('edit-redo').disabled] = [!past[now - 1], !past[now + 1]];
}

/** Takes a position written without counts. Cells that marks block follow from the marks. */
function take(position) {
	const [cells, mover] = position.replaceAll('-', '.').split(' ');
	rows = cells.split('/').map(r => [...r]);
	side = mover;
	$('rows').value = rows.length;
	$('cols').value = rows[0]?.length ?? 0;
	$('mover').value = side;
	$('position').value = written();
}

/** Sets a cell to the chosen content. @param {string} name */
function press(name) {
	const cell = board.find(store.here.at.rules, name);
	const symbol = store.mode == 'edit' ? piece : '#';
	rows[cell.row][cell.col] = rows[cell.row][cell.col] == symbol ? '.' : symbol;
	check();
}

/** Draws a position, and asks whether it is possible; if not, says why, at the cells.
 * @param {Record<string, string>} [asks] */
function check(asks = { position: written() }) {
	const { here } = store;
	if (asks.position) $('position').value = asks.position;
	if (asks.position == written()) draft();
	stage.paint();
	/** @param {Problem} problem */
	const refused = ({ detail, cells = [] }) => {
		const { rules } = here.at;
		stage.stage.wrong = cells.flatMap(at => rules?.cells.find(c => c.row == at.row && c.col == at.col)?.name ?? []);
		text('wrong', words.sentences(detail));
		$('position').setAttribute('aria-invalid', 'true');
		if (asks.position == written()) note();
		draft();
		stage.paint();
		return true;
	};
	return run(
		'check',
		async task => {
			const rules = await task.ask('position', { variant: here.variant, ...asks });
			here.start = rules.position;
			here.root = here.at = tree.empty();
			here.at.rules = rules;
			right(rules);
			write(false);
			stage.paint();
		},
		refused
	);
}

/** Draws the written position even if it is impossible, so that it can be mended. */
function draft() {
	const { at } = store.here,
		old = at.rules;
	if (!old || old.rows != rows.length || old.cols != rows[0].length) return;
	const cells = old.cells.map(c => ({ ...c, closed: [], ...old.symbols.find(s => s.symbol == rows[c.row][c.col]) }));
	at.rules = { ...old, cells, moves: [] };
}

/** The size that is given. */
const given = () => [$('rows'), $('cols')].map(e => Math.max(1, Math.min(64, Number(e.value) || 1)));

/** The size that is given, whether it is too large, and where there are holes. */
export const sheet = () => ({
	size: given().join('x'),
	large: given()[0] * given()[1] > 64,
	holes: rows.map(r => r.map(symbol => symbol == '#')),
});

/** The text of a position with holes added to it; "" without any. @param {string} position @param {boolean[][]} holes */
export function pierced(position, holes) {
	const [cells, mover] = position.split(' '),
		all = cells
			.split('/')
			.map((row, r) => [...row].map((symbol, c) => (holes[r]?.[c] ? '#' : symbol)).join(''))
			.join('/');
	return all == cells ? '' : `${all} ${mover}`;
}

/** Changes the size of the board; what is on it stays. */
function resize() {
	const [height, width] = given();
	if (sheet().large) {
		text('wrong', words.edit.large);
		return;
	}
	rows = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => rows[r]?.[c] ?? '.'));
	check();
}

/** Takes the position to a room, as a game of its own. @param {string} mode */
function use(mode) {
	if (!$('wrong').textContent) stage.open(fresh(store.here.variant, store.here.board, store.here.start), mode);
}

/** Listens to the controls of the editor. */
export function listen() {
	$('rows').onchange = $('cols').onchange = () => stage.room().resize?.();
	$('mover').onchange = () => {
		side = $('mover').value;
		check();
	};
	$('position').onchange = () => check({ position: $('position').value.trim() });
	$('palette').onchange = e => {
		piece = e.target.value;
	};
	$('clear').onclick = () => check({ board: `${rows.length}x${rows[0]?.length}` });
	$('edit-undo').onclick = () => undo(-1);
	$('edit-redo').onclick = () => undo(1);
	addEventListener('keydown', e => {
		const by = e.key == 'z' ? -1 : e.key == 'y' || e.key == 'Z' ? 1 : 0;
		if (
			!by
			|| !(e.ctrlKey || e.metaKey)
			|| store.mode != 'edit'
			|| /** @type {Element} */ (e.target).closest('input:not([type=radio]), dialog')
		)
			return;
		e.preventDefault();
		undo(by);
	});
	$('analyse').onclick = () => use('analyse');
	$('play').onclick = () => use('play');
}
