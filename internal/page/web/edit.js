// @ts-check
// The editor: any board, holes, marks and the side to move. The rules say at once what is wrong.
import * as words from './words.js';

let rows = /** @type {string[][]} */ ([]), side = 'x', last = '';

/** The text of the position that is edited. */
const text = () => rows.map(r => r.join('')).join('/') + ' ' + side;

/** Begins to edit the position that is shown. @param {any} app */
export function enter(app) {
	app.reset(app.at.rules?.position ?? app.start);
}

/** Called when the position that is edited is shown. @param {any} app */
export const shown = app => take(app, app.at.rules.position);

/** Takes a position as it is written without counts. */
function take(app, position) {
	const [board, mover] = position.split(' ');
	rows = board.split('/').map(r => [...r]);
	side = mover;
	fill(app);
}

/** Shows the position in the controls. */
function fill({ $ }) {
	$('rows').value = rows.length;
	$('cols').value = rows[0]?.length ?? 0;
	$('mover').value = side;
	$('position').value = text();
}

/** Sets a cell to what is chosen. @param {any} app @param {string} name */
export function press(app, name) {
	const cell = app.at.rules.cells.find(c => c.name == name), { $ } = app;
	last = name;
	rows[cell.row][cell.col] = rows[cell.row][cell.col] == $('piece').value ? '.' : $('piece').value;
	check(app);
}

/** Asks whether the position is possible, and shows it; where it is not, says why at the cell. */
async function check(app, position = text()) {
	const { $ } = app;
	$('position').value = position;
	try {
		const rules = await app.ask('position', { board: '', moves: '', position });
		app.reset(rules.position);
		app.at.rules = rules;
		take(app, rules.position);
		app.wrong = '';
		$('wrong').textContent = '';
		$('position').removeAttribute('aria-invalid');
	} catch (e) {
		if (!e.problem) throw e;
		const place = e.problem.detail.match(/row (\d+), column (\d+)/);
		const origin = app.at.rules?.cells[0].name.startsWith('0') ? 0 : 1;
		const cell = place && app.at.rules?.cells.find(c => c.row == place[1] - origin && c.col == place[2] - origin);
		app.wrong = cell?.name ?? last;
		$('wrong').textContent = e.problem.detail;
		$('position').setAttribute('aria-invalid', 'true');
		draft(app);
	}
	app.paint();
}

/** Draws a position that is not possible, so that it can be mended. */
function draft(app) {
	const old = app.at.rules;
	if (!old || old.rows != rows.length || old.cols != rows[0].length) return;
	const content = { '.': 'empty', '#': 'hole', '-': 'blocked', X: 'mark', O: 'mark', x: 'used', o: 'used' };
	const cells = old.cells.map(c => {
		const symbol = rows[c.row][c.col];
		return { ...c, content: content[symbol] ?? 'empty', player: 'xo'.includes(symbol.toLowerCase()) ? symbol.toUpperCase() : null };
	});
	app.at.rules = { ...old, cells, moves: [] };
}

/** Changes the size of the board; what is on it stays. */
function resize(app) {
	const [height, width] = [app.$('rows'), app.$('cols')].map(e => Math.max(1, Math.min(64, Number(e.value) || 1)));
	if (height * width > 64) { app.$('wrong').textContent = words.edit.large; return; }
	rows = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => rows[r]?.[c] ?? '.'));
	check(app);
}

/** Listens to the controls of the editor. @param {any} app */
export function listen(app) {
	const { $ } = app;
	$('rows').onchange = $('cols').onchange = () => resize(app);
	$('mover').onchange = () => { side = $('mover').value; check(app); };
	$('position').onchange = () => check(app, $('position').value.trim());
	$('clear').onclick = () => { app.board = `${rows.length}x${rows[0]?.length}`; app.reset(''); app.show(); };
	$('analyse').onclick = () => { if (!$('wrong').textContent) app.enter('analyse'); };
}
