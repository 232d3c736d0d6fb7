// @ts-check
// The analysis board: every move with its value, and why.
import { address, ask, stream } from './engine.js';
import { draw } from './board.js';
import * as words from './words.js';

/** @param {string} id @returns {any} */
const $ = id => document.getElementById(id);

/** What is shown: a game, and how many of its moves have been played. */
const game = { variant: 'lockdown', board: '', start: '', moves: /** @type {string[]} */ ([]), at: 0 };
let rules = /** @type {any} */ (null), study = /** @type {any} */ (null), partial = /** @type {any[]} */ ([]);
let step = ''; // blockade: the cell that the marker has stepped to
let showing = false, focus = '', turn = 0;
let search = /** @type {AbortController|null} */ (null);

const parameters = () => ({ variant: game.variant, board: game.start ? '' : game.board, position: game.start, moves: game.moves.slice(0, game.at).join(' ') });

/** Reads the game from the address. */
function read() {
	const f = new URLSearchParams(location.hash.slice(1));
	game.variant = f.get('v') ?? 'lockdown';
	game.board = f.get('s') ?? '';
	game.start = f.get('p') ?? '';
	game.moves = (f.get('m') ?? '').split('_').filter(Boolean);
	game.at = Math.min(Number(f.get('at') ?? game.moves.length) || 0, game.moves.length);
}

/** Writes the game to the address. */
function write() {
	const f = new URLSearchParams({ v: game.variant });
	if (game.start) f.set('p', game.start);
	else if (game.board) f.set('s', game.board);
	if (game.moves.length) f.set('m', game.moves.join('_'));
	if (game.at != game.moves.length) f.set('at', String(game.at));
	history.replaceState(null, '', '#' + f);
}

/** Shows the position that the game is at, and asks about it. */
async function show() {
	const mine = ++turn;
	search?.abort();
	[study, partial, step, search] = [null, [], '', new AbortController()];
	const signal = search.signal;
	write();
	try {
		const answer = await ask('position', parameters(), signal);
		if (mine != turn) return;
		rules = answer;
		paint();
		if (await reply(signal, mine)) return;
		$('stop').hidden = false;
		await stream('analysis', parameters(), signal, (name, value) => {
			if (mine != turn) return;
			if (name == 'progress') $('hint').textContent = words.progress(value);
			if (name == 'moves') { partial = value; paint(); }
			if (name == 'problem') $('hint').textContent = value.detail;
			if (name == 'result') { study = value; $('hint').textContent = ''; paint(); }
		});
	} catch (e) {
		if (mine == turn) $('hint').textContent = signal.aborted ? words.hints.stopped : e.problem?.detail ?? words.hints.gone;
	}
	if (mine == turn) $('stop').hidden = true;
}

/** Lets the computer play if it is its turn at the end of the game; reports whether it has.
 * @param {AbortSignal} signal @param {number} mine */
async function reply(signal, mine) {
	if (rules.over || rules.to_move != $('computer').value || game.at < game.moves.length) return false;
	$('hint').textContent = words.hints.thinking;
	const choice = await ask('move', { ...parameters(), level: $('level').value, seed: String(Math.floor(Math.random() * 1e6)) }, signal);
	if (mine != turn || !choice.move) return false;
	$('hint').textContent = '';
	played(choice.move);
	return true;
}

/** The moves with what is known of them. */
function known() {
	const values = new Map([...partial, ...(study?.moves ?? [])].map(m => [m.move, m]));
	return rules.moves.map(m => ({ ...m, ...values.get(m.move) }));
}

/** Orders moves, the best first. */
function better(a, b) {
	const rank = m => m.outcome == 'win' ? 0 : m.outcome == 'loss' ? 2 : 1;
	const plies = m => m.outcome == 'loss' ? -(m.distance ?? -999) : m.distance ?? 999;
	return rank(a) - rank(b) || plies(a) - plies(b);
}

/** The moves that a click can play now, by cell: where to go, or after a step what to block. */
function playable() {
	const cells = new Map();
	for (const m of known().sort(better)) {
		const cell = step ? (m.to == step ? m.block : null) : m.to;
		if (cell && !cells.has(cell)) cells.set(cell, m);
	}
	return cells;
}

/** Paints everything from what is known. */
function paint() {
	const cells = playable(), all = known().sort(better);
	const values = $('values').checked;
	const top = all[0], best = new Set();
	for (const [cell, m] of cells) if (top?.outcome && better(top, m) == 0) best.add(cell);
	const had = document.activeElement?.closest('.cell');
	$('place').replaceChildren(draw(rules, cells, {
		values, best, ghost: step, from: step ? rules.moves.find(m => m.to == step)?.from : '',
		evidence: showing ? study?.evidence : null, focus,
	}));
	if (had) $('place').querySelector('.cell[tabindex="0"]')?.focus();
	$('verdict').textContent = words.verdict(rules, study);
	const evidence = study?.evidence && !study.evidence.search;
	const legend = study?.evidence && (showing || !study.why) ? words.legend(study.evidence) : '';
	$('why').textContent = words.sentences(study?.why, legend);
	$('show').hidden = !evidence;
	$('show').setAttribute('aria-pressed', String(showing));
	$('text').textContent = rules.position;
	$('svg').href = address('board.svg', { ...parameters(), values: values ? '1' : '' });
	$('json').href = address('analysis', parameters());
	$('proof').href = address('certificate', parameters());
	$('moves').tBodies[0].replaceChildren(...all.map(m => row(m, values)));
	$('game').replaceChildren(...game.moves.flatMap((m, i) => [moveButton(m, i), ' ']));
	$('back').disabled = $('first').disabled = game.at == 0;
	$('next').disabled = $('last').disabled = game.at == game.moves.length;
	$('best').disabled = !top?.outcome;
	if (step) $('hint').textContent = words.hints.block;
}

/** A row of the table of moves. */
function row(m, values) {
	const tr = document.createElement('tr'), play = document.createElement('button');
	play.textContent = m.move;
	play.onclick = () => played(m.move);
	const texts = values ? [words.value(m), m.mistake === undefined ? '' : words.change(m), m.why ?? ''] : ['', '', ''];
	tr.append(...[play, ...texts].map(content => { const td = document.createElement('td'); td.append(content); return td; }));
	return tr;
}

/** A move of the game, which leads to the position after it. */
function moveButton(m, i) {
	const b = document.createElement('button');
	b.textContent = `${i + 1}. ${m}`;
	if (i + 1 == game.at) b.setAttribute('aria-current', 'step');
	b.onclick = () => go(i + 1);
	return b;
}

/** Plays a move; what came after it in the game before goes, unless it is the same. */
function played(move) {
	if (game.moves[game.at] != move) game.moves.splice(game.at, game.moves.length, move);
	game.at++;
	show();
}

/** Goes to the position after some plies. @param {number} at */
function go(at) {
	at = Math.max(0, Math.min(at, game.moves.length));
	if (at != game.at) { game.at = at; show(); }
}

/** A click on a cell, or Enter. @param {string} name */
function press(name) {
	focus = name;
	const m = playable().get(name);
	if (!m) { cancel(); return; }
	if (m.block && !step) { step = name; paint(); return; }
	played(m.move);
}

/** Takes back the step before the block. */
function cancel() {
	if (!step) return;
	step = '';
	$('hint').textContent = '';
	paint();
}

const keys = {
	ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

/** Moves the focus on the board, or plays. @param {KeyboardEvent} e */
function boardKey(e) {
	const name = /** @type {Element} */ (e.target).closest('.cell')?.getAttribute('data-cell');
	if (!name || e.altKey || e.ctrlKey || e.metaKey) return;
	if (e.key == 'Enter' || e.key == ' ') press(name);
	else if (e.key == 'Escape') cancel();
	else if (e.key in keys) {
		const cell = rules.cells.find(c => c.name == name), [down, right] = keys[e.key];
		const next = rules.cells.find(c => c.row == cell.row + down && c.col == cell.col + right);
		if (next) { focus = next.name; paint(); $('place').querySelector('.cell[tabindex="0"]')?.focus(); }
	} else return;
	e.preventDefault();
	e.stopPropagation();
}

/** Keys anywhere on the page. @param {KeyboardEvent} e */
function pageKey(e) {
	if (e.altKey || e.ctrlKey || e.metaKey || /** @type {Element} */ (e.target).closest('select, input')) return;
	const does = {
		ArrowLeft: () => go(game.at - 1), ArrowRight: () => go(game.at + 1), Home: () => go(0), End: () => go(game.moves.length),
		v: () => $('values').click(), w: () => $('show').hidden || $('show').click(), b: () => $('best').click(), Escape: cancel,
	}[e.key];
	if (does) { e.preventDefault(); does(); }
}

/** Fills the lists of games and boards, and listens. */
async function begin() {
	read();
	const games = await ask('variants', {});
	$('variant').replaceChildren(...games.map(v => new Option(v.variant, v.variant)));
	const boards = () => {
		const own = games.find(v => v.variant == game.variant)?.board ?? '4x4';
		const sizes = [...new Set([own, '3x3', '3x4', '4x4', '4x5', '5x5', '5x6', '6x6', '7x7', '8x8', game.board].filter(Boolean))];
		$('board').replaceChildren(...sizes.map(s => new Option(s, s)));
		$('board').value = game.board || own;
	};
	$('variant').value = game.variant;
	boards();
	$('variant').onchange = () => { Object.assign(game, { variant: $('variant').value, board: '', start: '', moves: [], at: 0 }); boards(); show(); };
	$('board').onchange = () => { Object.assign(game, { board: $('board').value, start: '', moves: [], at: 0 }); show(); };
	$('values').onchange = paint;
	$('computer').onchange = $('level').onchange = show;
	$('place').onclick = e => { const cell = e.target.closest('.cell'); if (cell) press(cell.getAttribute('data-cell')); };
	$('place').onkeydown = boardKey;
	document.onkeydown = pageKey;
	$('first').onclick = () => go(0);
	$('back').onclick = () => go(game.at - 1);
	$('next').onclick = () => go(game.at + 1);
	$('last').onclick = () => go(game.moves.length);
	$('best').onclick = () => played(known().sort(better)[0].move);
	$('stop').onclick = () => search?.abort();
	$('show').onclick = () => { showing = !showing; paint(); };
	$('copy').onclick = () => navigator.clipboard?.writeText(location.href);
	window.onhashchange = () => { read(); boards(); $('variant').value = game.variant; show(); };
	await show();
}

begin();
