// @ts-check
// The page: what is shown, and what is done about it.
import * as engine from './engine.js';
import * as board from './board.js';
import * as tree from './tree.js';
import * as play from './play.js';
import * as edit from './edit.js';
import * as share from './share.js';
import * as words from './words.js';
import { chart } from './chart.js';

/** @param {string} id @returns {any} */
const $ = id => document.getElementById(id);

/** What is shown: a game, and the position that it is at. The other modules get it. */
const app = {
	$, games: /** @type {any[]} */ ([]), mode: 'analyse', variant: 'lockdown', board: '', start: '',
	root: tree.empty(), at: tree.empty(), step: '', focus: '', show, go, played, visit, say, paint, parameters, ask, reset, enter,
	overlay: /** @type {Element|null} */ (null), wrong: '', unknown: '', hinted: 0, puzzle: /** @type {any} */ (null),
	notes: engine.notes, // sentences about the game as a whole
};

let partial = /** @type {any[]} */ ([]), early = /** @type {any} */ (null), showing = false, turn = 0, hover = /** @type {any} */ (0), written = '';
let search = /** @type {AbortController|null} */ (null);
const modes = ['analyse', 'play', 'puzzle', 'edit'];

/** The parameters of a question about a position. */
function parameters(at = app.at) {
	return { variant: app.variant, board: app.start ? '' : app.board, position: app.start, moves: tree.path(at).map(n => n.move).join(' ') };
}

/** Asks a question that is given up when the position changes. @param {string} kind @param {any} more */
function ask(kind, more) {
	return engine.ask(kind, { ...parameters(), ...more }, /** @type {AbortController} */ (search).signal);
}

/** Reads the game from the address. Its name may be that of any game, or the rules of one. */
async function read() {
	const text = location.hash.slice(1) || engine.first;
	if (text == written) return false;
	const f = new URLSearchParams(text.replaceAll('+', '%2B'));
	app.mode = modes.find(m => m == f.get('mode')) ?? 'analyse';
	app.variant = await known(f.get('v')?.replaceAll(/[_+]/g, ' ') ?? 'lockdown');
	app.board = f.get('s') ?? '';
	app.start = f.get('p') ?? '';
	const { root, nodes } = tree.read(f.get('m') ?? '');
	app.root = root;
	app.at = nodes[Number(f.get('at') ?? '')] ?? nodes[0];
	if (!f.has('at')) app.at = tree.line(root).at(-1) ?? root;
	app.puzzle = null;
	play.read(app, f);
	return true;
}

/** What identifies the game of a name or of rules; games that are not in the list yet are added. @param {string} name */
async function known(name) {
	let game = app.games.find(g => g.variant == name || g.name == name);
	if (!game && engine.whole) {
		try {
			[game] = await engine.ask('variants', { variant: name });
			if (!app.games.some(g => g.variant == game.variant)) app.games.push(game);
		} catch (e) {
			if (!e.problem) throw e;
			app.unknown = e.problem.detail;
		}
	}
	return game?.variant ?? app.games.find(g => g.variant == 'lockdown')?.variant ?? app.games[0].variant;
}

/** Writes the game to the address. */
function write() {
	const f = { v: app.variant.replaceAll(' ', '_') };
	if (app.mode != 'analyse') f.mode = app.mode;
	if (app.mode == 'puzzle') Object.assign(f, play.address(app));
	else if (app.start) f.p = app.start;
	else if (app.board) f.s = app.board;
	if (app.mode != 'puzzle' && app.root.children.length) {
		f.m = tree.write(app.root);
		if (app.at != tree.line(app.root).at(-1)) f.at = tree.nodes(app.root).indexOf(app.at);
	}
	const part = text => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%2F', '/').replaceAll('%20', '+');
	written = Object.entries(f).map(([name, value]) => `${name}=${part(String(value)).replaceAll('+', '%20')}`).join('&');
	history.replaceState(null, '', '#' + written);
}

/** Begins a new game from a position, '' for the start of the game. @param {string} start */
function reset(start) {
	[app.start, app.root, app.puzzle, app.notes] = [start, tree.empty(), null, []];
	app.at = app.root;
}

/** Says something below the board. @param {string} text @param {...[string, () => void]} buttons */
function say(text, ...buttons) {
	$('hint').textContent = text;
	$('offers').replaceChildren(...buttons.map(([label, does]) => {
		const b = document.createElement('button');
		b.textContent = label;
		b.onclick = does;
		return b;
	}));
}

/** Shows the position that the game is at, and asks about it. */
async function show() {
	const mine = ++turn;
	search?.abort();
	search = new AbortController();
	const signal = search.signal;
	[partial, early, app.step, app.overlay, app.wrong, app.hinted] = [[], null, '', null, '', 0];
	$('stop').hidden = true;
	$('progress').textContent = '';
	say('');
	write();
	try {
		if (app.mode == 'puzzle' && !await play.puzzle(app)) return;
		if (mine != turn) return;
		const here = app.at;
		here.rules ??= await ask('position', {});
		if (mine != turn) return;
		paint();
		if (app.mode == 'edit') { edit.shown(app); return; }
		if (await play.turn(app) || mine != turn) return;
		if (!here.study || here.study.limit) await analyse(here, signal, mine);
		if (mine == turn) await fill(signal, mine);
	} catch (e) {
		if (mine != turn) return;
		if (signal.aborted) say(words.hints.stopped, [words.hints.again, show]);
		else if (e.problem) refuse(e.problem);
		else lost();
	}
	if (mine == turn) $('stop').hidden = true;
}

/** Analyses the position that is shown. */
async function analyse(here, signal, mine) {
	$('stop').hidden = false;
	await engine.stream('analysis', { ...parameters(here), distance: $('plies').checked ? '1' : '' }, signal, (name, value) => {
		if (mine != turn) return;
		if (name == 'queued') $('progress').textContent = words.queued(value);
		if (name == 'progress') $('progress').textContent = words.progress(value);
		if (name == 'moves') { partial = value; paint(); }
		if (name == 'reason' && !early) { early = value; paint(); }
		if (name == 'problem') throw Object.assign(new Error(value.detail), { problem: value });
		if (name == 'result') { here.study = value; paint(); }
	});
	$('progress').textContent = '';
	$('stop').hidden = true;
	if (mine == turn && here.study?.limit && !here.study.outcome) say(words.limit(here.study.limit), [words.hints.again, show]);
}

/** Fills the history: analyses the other positions of the line, each for a short time. */
async function fill(signal, mine) {
	for (const n of [app.root, ...tree.line(app.at)]) {
		if (n.study || mine != turn) continue;
		n.study = await engine.ask('analysis', { ...parameters(n), timeout: '2' }, signal);
		if (mine == turn) paintHistory();
	}
}

/** Says why there is no answer. */
function refuse(problem) {
	if (problem.type?.endsWith('busy')) { say(problem.detail, [words.hints.again, show]); return; }
	say(problem.detail, ...(app.at.parent && !app.at.rules ? [[words.hints.takeBack, () => visit(tree.remove(app.at))]] : engine.whole ? [[words.hints.newGame, () => { reset(''); show(); }]] : []));
}

/** Waits for a server that does not answer. */
async function lost() {
	$('gone').hidden = false;
	while (!$('gone').hidden) {
		await new Promise(done => setTimeout(done, 1000));
		try {
			await engine.ask('variants', {});
			$('gone').hidden = true;
			show();
		} catch { /* still gone */ }
	}
}

/** The moves with what is known of them, the best first. */
function valued() {
	const values = new Map([...partial, ...(app.at.study?.moves ?? [])].map(m => [m.move, m]));
	return app.at.rules.moves.map(m => ({ ...m, ...values.get(m.move) })).sort(better);
}

/** What is known of the position that is shown: the analysis, or what follows from the moves that are decided so far. */
function knowledge() {
	const { rules, study } = app.at;
	if (study?.winner || !rules.moves.length) return study;
	const won = partial.some(m => m.outcome == 'win'), lost = partial.length == rules.moves.length && partial.every(m => m.outcome == 'loss');
	return won || lost ? { winner: won ? rules.to_move : words.other(rules.to_move), distance: null } : early ?? study;
}

/** Why the position is won or lost that is shown: the analysis, or what the stream has said of it by now. */
const why = () => app.at.study?.outcome ? app.at.study : early ?? app.at.study;

/** Orders moves, the best first. */
function better(a, b) {
	const rank = m => m.outcome == 'win' ? 0 : m.outcome == 'loss' ? 2 : 1;
	const plies = m => m.outcome == 'loss' ? -(m.distance ?? -999) : m.distance ?? 999;
	return rank(a) - rank(b) || plies(a) - plies(b);
}

/** The moves that a click can play now, by cell: where to go, or after a step what to block. */
function playable(moves) {
	const cells = new Map();
	for (const m of moves) {
		const cell = app.step ? (m.to == app.step ? m.block : null) : m.to;
		if (cell && !cells.has(cell)) cells.set(cell, m);
	}
	return cells;
}

/** How much slower each winning move is than the best: 0 for the best, up to 3. */
function ranks(moves, cells) {
	const all = new Map(), top = moves[0];
	if (!top?.outcome) return all;
	const slower = [...new Set(moves.filter(m => m.outcome == top.outcome).map(m => m.distance))];
	for (const [cell, m] of cells) {
		if (m.outcome == top.outcome && (m.outcome == 'win' || better(m, top) == 0)) all.set(cell, Math.min(3, slower.indexOf(m.distance)));
	}
	return all;
}

/** Whether values may be seen. */
const seen = () => $('values').checked && app.mode != 'edit' && !(app.mode == 'puzzle' && app.puzzle && !app.puzzle.over);

/** Paints everything from what is known. */
function paint() {
	const { rules, study, parent } = app.at;
	if (!rules) return;
	const moves = valued(), cells = playable(moves), values = seen();
	const had = $('place').contains(document.activeElement);
	$('place').replaceChildren(board.draw(rules, {
		cells: app.mode == 'edit' ? new Map() : cells, values, ranks: ranks(moves, cells), ticks: app.step ? [] : moves.filter(m => m.block),
		ghost: app.step, from: app.step ? moves.find(m => m.to == app.step)?.from : '', focus: app.focus, wrong: app.wrong,
		last: parent?.rules?.moves.find(m => m.move == app.at.move)?.to ?? '', small: showing && values && !!study?.evidence, editing: app.mode == 'edit',
	}));
	if (had) focusCell();
	overlay(null);
	$('verdict').textContent = app.mode == 'edit' ? words.edit.title : words.verdict(rules, knowledge(), values);
	const evidence = values ? why()?.evidence : null;
	$('why').textContent = values ? words.sentences(why()?.why, evidence && (showing || !why().why) ? words.legend(evidence, why().winner) : '') : words.hints.hidden;
	$('show').hidden = !evidence;
	$('show').setAttribute('aria-pressed', String(showing));
	$('moves').tBodies[0].replaceChildren(...(values ? moves : rules.moves).map(m => row(m, values)));
	$('best').disabled = !moves[0]?.outcome;
	$('clue').disabled = !study?.outcome || rules.over;
	$('facts').replaceChildren(...(study && values ? words.facts(study) : []).flatMap(([name, text]) => [element('dt', name), element('dd', text)]));
	$('text').textContent = rules.position;
	boards();
	if (app.step) $('hint').textContent = words.hints.block;
	paintHistory();
}

/** Paints the game and its history. */
function paintHistory() {
	const line = tree.line(app.at), i = tree.path(app.at).length;
	$('history').replaceChildren(chart(app.root, app.at, visit));
	$('game').replaceChildren(...variation(app.root));
	$('came').textContent = seen() ? words.came(app.at, tree.mark(app.at)) : '';
	$('back').disabled = $('first').disabled = i == 0;
	$('next').disabled = $('last').disabled = i == line.length;
	$('promote').hidden = $('remove').hidden = !app.at.parent;
	$('promote').disabled = tree.line(app.root).includes(app.at);
	$('notes').replaceChildren(...app.notes.map(text => element('li', text)));
	for (const m of modes) $('mode-' + m).setAttribute('aria-pressed', String(m == app.mode));
	for (const e of document.querySelectorAll('[data-modes]')) e.toggleAttribute('hidden', !e.getAttribute('data-modes')?.split(' ').includes(app.mode));
}

/** An element with content. @param {string} name @param {...(string|Node)} content */
function element(name, ...content) {
	const e = document.createElement(name);
	e.append(...content);
	return e;
}

/** A row of the table of moves. */
function row(m, values) {
	const play = element('button', m.move), tr = element('tr', element('td', play));
	play.onclick = () => played(m.move);
	play.onfocus = play.onmouseenter = () => look(m);
	tr.append(...(values ? [words.value(m), words.change(m), m.why ?? ''] : ['', '', '']).map(text => element('td', text)));
	if (values && m.outcome) tr.className = m.outcome;
	return tr;
}

/** The moves after a node, with variations. @returns {(string|Node)[]} */
function variation(n) {
	const [first, ...others] = n.children;
	if (!first) return [];
	const alternative = c => { const e = element('span', '(', moveButton(c), ' ', ...variation(c), ') '); e.className = 'variation'; return e; };
	return [moveButton(first), ' ', ...others.map(alternative), ...variation(first)];
}

/** A move of the game, which leads to the position after it. */
function moveButton(n) {
	const b = element('button', `${n.ply}. ${n.move}${tree.mark(n)}`);
	if (n == app.at) b.setAttribute('aria-current', 'step');
	b.onclick = () => visit(n);
	return b;
}

/** Draws over the board: a line or evidence on hover, or the evidence of the position. @param {Element|null} what */
function overlay(what) {
	const picture = $('place').firstChild, { rules } = app.at;
	picture?.querySelector('.overlay')?.remove();
	what ??= app.overlay ?? (showing && seen() && why()?.evidence ? board.why(rules, why().evidence, app.focus) : null);
	if (!what) return;
	what.classList.add('overlay');
	picture?.insertBefore(what, what.classList.contains('why') ? picture.querySelector('.labels') : null); // why is drawn below the values
}

/** After a moment draws the line that a move begins, or with "Show me" why it wins or loses. */
function look(m) {
	clearTimeout(hover);
	hover = setTimeout(() => {
		if (!app.at.rules) return;
		if (!m?.pv?.length || !seen() || app.step) return overlay(null);
		if (showing && m.evidence && !m.evidence.search) overlay(board.why(app.at.rules, m.evidence, ''));
		else if (!showing) overlay(board.line(app.at.rules, m.pv));
	}, 150);
}

/** Goes to a node of the tree. @param {any} n */
function visit(n) {
	if (n == app.at) return;
	app.at = n;
	show();
}

/** Goes to the position at a ply of the line. @param {number} ply */
function go(ply) {
	const line = [app.root, ...tree.line(app.at)];
	visit(line[Math.max(0, Math.min(ply, line.length - 1))]);
}

/** Plays a move: the game goes on, or a variation begins. @param {string} move */
function played(move) {
	if (!engine.whole && !app.at.children.some(c => c.move == move)) { say(words.hints.report); return; }
	visit(tree.play(app.at, move));
}

/** Goes to the next mistake of the line, or the one before. @param {number} way */
function mistake(way) {
	const line = tree.line(app.at), from = tree.path(app.at).length;
	const found = line.map((n, i) => ({ i: i + 1, mark: tree.mark(n) })).filter(m => m.mark.includes('?') && (m.i - from) * way > 0);
	if (found.length) go(way > 0 ? found[0].i : found[found.length - 1].i);
	else say(words.hints.noMistake);
}

/** A click on a cell, or Enter. @param {string} name */
function press(name) {
	app.focus = name;
	if (!app.at.rules) return; // it is not there yet
	if (app.mode == 'edit') { edit.press(app, name); return; }
	const m = playable(valued()).get(name);
	if (!m) { cancel(); paint(); return; }
	if (m.block && !app.step) { app.step = name; paint(); return; }
	play.press(app, m);
}

/** Takes back the step before the block, or what is drawn. */
function cancel() {
	if (app.step) $('hint').textContent = '';
	[app.step, app.overlay] = ['', null];
	paint();
}

/** Puts the keyboard on the cell in focus. */
function focusCell() { $('place').querySelector('.cell[tabindex="0"]')?.focus({ preventScroll: true }); }

/** The cell that an event is about. @param {any} e @returns {string} */
const cellOf = e => e.target.closest?.('[data-cell]')?.getAttribute('data-cell') ?? '';

/** Moves the focus on the board, or plays. @param {KeyboardEvent} e */
function boardKey(e) {
	const name = cellOf(e), arrow = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[e.key];
	if (!name || !app.at.rules || e.altKey || e.ctrlKey || e.metaKey) return;
	if (e.key == 'Enter' || e.key == ' ') press(name);
	else if (e.key == 'Escape') cancel();
	else if (arrow) {
		const next = board.beside(app.at.rules, name, arrow[0], arrow[1]);
		if (next) { app.focus = next.name; paint(); focusCell(); look(playable(valued()).get(next.name)); }
	} else return;
	e.preventDefault();
	e.stopPropagation();
}

/** Keys anywhere on the page. @param {KeyboardEvent} e */
function pageKey(e) {
	if (e.altKey || e.ctrlKey || e.metaKey || $('help').open || /** @type {Element} */ (e.target).closest('select, input, dialog')) return;
	const ply = tree.path(app.at).length;
	const does = {
		ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(9999), n: () => mistake(1), N: () => mistake(-1),
		v: () => $('values').click(), h: () => $('clue').click(), w: () => $('show').click(), b: () => $('best').click(), '?': () => $('help').showModal(), Escape: cancel,
	}[e.key];
	if (does) { e.preventDefault(); does(); }
}

/** Fills the list of games, those of the library and of links in groups of their own, and says the rules of the one that is shown. */
function games() {
	const list = $('variant'), option = g => new Option(words.name(g), g.variant), game = app.games.find(g => g.variant == app.variant);
	const group = (label, all) => { const e = element('optgroup', ...all.map(option)); e.setAttribute('label', label); return all.length ? [e] : []; };
	const others = app.games.filter(g => g.variant.includes(' '));
	list.replaceChildren(...app.games.filter(g => !others.includes(g)).map(option),
		...group(words.games.library, others.filter(g => g.name != g.variant)), ...group(words.games.other, others.filter(g => g.name == g.variant)));
	$('rules').textContent = game.rules.join(' ');
	$('title').textContent = words.title(game);
	$('key').textContent = game.variant == game.name && !game.variant.includes(' ') ? '' : game.variant;
}

/** Fills the lists of games and boards. */
function boards() {
	const { board: own, fixed } = app.games.find(g => g.variant == app.variant);
	games();
	const sizes = fixed ? [own] : [...new Set([own, '3x3', '3x4', '4x4', '4x5', '5x5', '5x6', '6x6', '6x7', '7x7', '8x8', app.at.rules?.board ?? app.board].filter(Boolean))];
	$('board').replaceChildren(...sizes.map(s => new Option(s, s)), new Option(words.edit.other, 'other'));
	$('board').value = app.at.rules?.board ?? (app.board || own);
	$('variant').value = app.variant;
}

/** Changes the mode. @param {string} mode */
function enter(mode) {
	if (mode == app.mode) return;
	if (app.mode == 'puzzle') reset(app.puzzle?.position ?? '');
	app.mode = mode;
	$('values').checked = mode == 'analyse' || mode == 'edit';
	if (mode == 'edit') edit.enter(app);
	if (mode == 'puzzle') app.puzzle = null;
	show();
}

/** Listens to the board. */
function listen() {
	let pressed = '';
	const place = $('place');
	place.onclick = e => { if (cellOf(e)) press(cellOf(e)); };
	place.onkeydown = boardKey;
	place.onpointerdown = e => { pressed = cellOf(e); };
	place.onpointerup = e => { // a marker that is dragged
		const cell = app.at.rules?.cells.find(c => c.name == pressed);
		if (cellOf(e) && cellOf(e) != pressed && cell?.content == 'mark' && cell.player == app.at.rules.to_move) press(cellOf(e));
	};
	let over = '';
	place.onpointermove = e => {
		if (e.pointerType != 'mouse' || cellOf(e) == over || !app.at.rules) return;
		over = cellOf(e);
		const evidence = showing && seen() && app.at.study?.evidence;
		if (evidence && (evidence.matching || evidence.mirror)) overlay(board.why(app.at.rules, evidence, over));
		else look(playable(valued()).get(over));
	};
	place.onpointerleave = () => { over = ''; look(null); };
	document.onkeydown = pageKey;
}

/** Fills the lists, listens, and shows the game of the address. */
async function begin() {
	app.games = await engine.ask('variants', {});
	await read();
	boards();
	$('variant').onchange = () => { [app.variant, app.board] = [$('variant').value, '']; reset(''); boards(); show(); };
	$('board').onchange = () => {
		if ($('board').value == 'other') { enter('edit'); return; }
		app.board = $('board').value;
		reset('');
		show();
	};
	for (const m of modes) {
		$('mode-' + m).hidden = !engine.whole && m != 'analyse';
		$('mode-' + m).onclick = () => enter(m);
	}
	$('variant').disabled = $('board').disabled = !engine.whole;
	$('values').checked = app.mode == 'analyse';
	$('values').onchange = paint;
	$('plies').onchange = () => { app.at.study = null; show(); };
	const does = {
		first: () => go(0), back: () => go(tree.path(app.at).length - 1), next: () => go(tree.path(app.at).length + 1), last: () => go(9999),
		best: () => play.press(app, valued()[0]), clue: () => play.hint(app), stop: () => search?.abort(), show: () => { showing = !showing; paint(); },
		promote: () => { tree.promote(app.at); write(); paintHistory(); }, remove: () => visit(tree.remove(app.at)), keys: () => $('help').showModal(),
	};
	for (const [id, f] of Object.entries(does)) $(id).onclick = f;
	for (const b of document.querySelectorAll('#tabs button')) {
		b.addEventListener('click', () => {
			document.body.dataset.panel = b.getAttribute('data-panel') ?? '';
			for (const other of document.querySelectorAll('#tabs button')) other.setAttribute('aria-pressed', String(other == b));
		});
	}
	listen();
	share.listen(app, engine);
	play.listen(app);
	edit.listen(app);
	window.onhashchange = async () => { if (await read()) { boards(); $('values').checked = app.mode == 'analyse'; if (app.mode == 'edit') edit.enter(app); await show(); unknown(); } };
	if (app.mode == 'edit') edit.enter(app);
	await show();
	unknown();
}

/** Says it if the game of the address is none. */
function unknown() {
	if (app.unknown) say(app.unknown);
	app.unknown = '';
}

begin().catch(lost);
