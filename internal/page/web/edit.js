// @ts-check
// The editor: any board, holes, marks and the side to move. The rules say at once what is wrong. It has a
// position of its own, and leaves the game alone.
import * as tree from './tree.js';
import * as words from './words.js';
import { $, write as text } from './dom.js';
import { store, fresh, write } from './store.js';
import * as stage from './stage.js';

/** The room. @type {stage.Room} */
export const room = {
	shown, enter,
	values: () => false,
	open: () => false,
	resize,
	cell: press,
	paint: () => text('verdict', words.edit.title),
};

let rows = /** @type {string[][]} */ ([]), side = 'x', last = '', asked = 0;

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
	text('wrong', '');
	$('position').removeAttribute('aria-invalid');
	take(store.here.at.rules.position);
	return true;
}

/** Takes a position as it is written without counts. */
function take(position) {
	const [cells, mover] = position.split(' ');
	rows = cells.split('/').map(r => [...r]);
	side = mover;
	$('rows').value = rows.length;
	$('cols').value = rows[0]?.length ?? 0;
	$('mover').value = side;
	$('position').value = written();
}

/** Sets a cell to what is chosen. @param {string} name */
function press(name) {
	const cell = store.here.at.rules.cells.find(c => c.name == name);
	last = name;
	const piece = store.mode == 'edit' ? $('piece').value : '#';
	rows[cell.row][cell.col] = rows[cell.row][cell.col] == piece ? '.' : piece;
	check();
}

/** Asks whether the position is possible, and shows it; where it is not, says why at the cell. */
async function check(position = written()) {
	const { here } = store, mine = ++asked, late = () => store.here != here || mine != asked;
	$('position').value = position;
	try {
		const rules = await stage.ask('position', { board: '', moves: '', position });
		if (late()) return;
		here.start = rules.position;
		here.root = here.at = tree.empty();
		here.at.rules = rules;
		take(rules.position);
		stage.stage.wrong = '';
		text('wrong', '');
		$('position').removeAttribute('aria-invalid');
		write(false);
	} catch (e) {
		if (late()) return;
		if (!e.problem) throw e;
		const { rules } = here.at, place = e.problem.detail.match(/row (\d+), column (\d+)/);
		const origin = rules?.cells[0].name.startsWith('0') ? 0 : 1;
		const cell = place && rules?.cells.find(c => c.row == place[1] - origin && c.col == place[2] - origin);
		stage.stage.wrong = cell?.name ?? last;
		text('wrong', e.problem.detail);
		$('position').setAttribute('aria-invalid', 'true');
		draft();
	}
	stage.paint();
}

/** Draws a position that is not possible, so that it can be mended. */
function draft() {
	const { at } = store.here, old = at.rules;
	if (!old || old.rows != rows.length || old.cols != rows[0].length) return;
	const content = { '.': 'empty', '#': 'hole', '-': 'blocked', X: 'mark', O: 'mark', x: 'used', o: 'used' };
	const cells = old.cells.map(c => {
		const symbol = rows[c.row][c.col];
		return { ...c, content: content[symbol] ?? 'empty', player: 'xo'.includes(symbol.toLowerCase()) ? symbol.toUpperCase() : null };
	});
	at.rules = { ...old, cells, moves: [] };
}

/** The size that is given. */
const given = () => [$('rows'), $('cols')].map(e => Math.max(1, Math.min(64, Number(e.value) || 1)));

/** The size that is given, and where there are holes. */
export const sheet = () => ({ size: given().join('x'), holes: rows.map(r => r.map(symbol => symbol == '#')) });

/** The text of a position with holes added to it; "" without any. @param {string} position @param {boolean[][]} holes */
export function pierced(position, holes) {
	const [cells, mover] = position.split(' '), all = cells.split('/').map((row, r) => [...row].map((symbol, c) => holes[r]?.[c] ? '#' : symbol).join('')).join('/');
	return all == cells ? '' : `${all} ${mover}`;
}

/** Changes the size of the board; what is on it stays. */
function resize() {
	const [height, width] = given();
	if (height * width > 64) { text('wrong', words.edit.large); return; }
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
	$('mover').onchange = () => { side = $('mover').value; check(); };
	$('position').onchange = () => check($('position').value.trim());
	$('clear').onclick = () => { store.edit = fresh(store.here.variant, `${rows.length}x${rows[0]?.length}`); stage.show(); };
	$('analyse').onclick = () => use('analyse');
	$('play').onclick = () => use('play');
}
