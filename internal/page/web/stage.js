// @ts-check
// The stage that the rooms share: the board, what is known of the position on it, and going from one
// position to another.
import * as engine from './engine.js';
import * as board from './board.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, say, write as text } from './dom.js';
import { explain } from './terms.js';
import { store, parameters, read, write, keep, join, fresh, entry, known } from './store.js';

/** A room: what it has to do with the stage.
 * @typedef {object} Room
 * @property {boolean} [apart] whether it has no board
 * @property {(() => Promise<void>)|null} [load] fetches what the room is made of, if it is not there yet
 * @property {() => Promise<boolean>} [begin] sees that there is a position; false if there is none
 * @property {() => Promise<boolean>} [shown] called when the position is shown; true if all is done then
 * @property {() => boolean} [analyses] whether the position is to be analysed
 * @property {() => boolean} values whether values may be seen
 * @property {() => boolean} open whether a move can be played now
 * @property {(move: any) => void} [press] plays a move that was chosen on the board
 * @property {(name: string) => void} [cell] takes a click on a cell in place of moves
 * @property {(from: string, to: string) => boolean} [drag] takes a drag from one cell to another; false if it means
 * nothing
 * @property {(name: string) => Element|null} [point] what is drawn for the cell that is pointed at
 * @property {(file: Blob) => void} [take] takes a file
 * @property {() => void} [resize] takes another size of the board
 * @property {(name: string) => void} [refuse] says why a cell cannot be played
 * @property {() => void} paint paints what the room alone has
 * @property {() => void} [enter] makes the game of the room from the one that was shown */

/** The rooms, by their modes; each is put here by the page. @type {Record<string, Room>} */
export const rooms = {};

/** What is drawn on the board, and known of the position before its analysis is there. */
export const stage = {
	step: '',
	focus: '',
	wrong: /** @type {string[]} */ ([]),
	overlay: /** @type {Element|null} */ (null),
	// A position of a line, shown in place of the one that the game is at.
	ahead: /** @type {{key: string, rules: any, move: string}|null} */ (null),
	partial: /** @type {any[]} */ ([]),
	early: /** @type {any} */ (null),
	hinted: 0,
};

let turn = 0,
	over = '',
	hover = /** @type {any} */ (0);
let waiting = 0; // for a frame, in which all is painted that a search has found since the last one
let search = /** @type {AbortController} */ (new AbortController());

/** The room that is shown. */
export const room = () => rooms[store.mode];

/** Whether values may be seen. */
export const seen = () => room().values();

/** Asks a question that is given up when the position changes. @param {string} kind @param {any} [more] */
export const ask = (kind, more) => engine.ask(kind, { ...parameters(), ...more }, search.signal);

/** Stops what is being asked. */
export const stop = () => search.abort();

/** Shows the position that the game is at, and asks about it. A step that a person would call back is one in the history
 * of the browser.
 * @param {boolean} [step] */
export async function show(step = false) {
	const mine = ++turn;
	cancelAnimationFrame(waiting);
	waiting = 0;
	search.abort();
	search = new AbortController();
	const signal = search.signal,
		late = () => mine != turn;
	if (step) settle();
	Object.assign(stage, { step: '', overlay: null, ahead: null, wrong: [], partial: [], early: null, hinted: 0 });
	// What was pressed goes.
	const homeless = !!document.activeElement?.closest(step ? '#home, #offers, #side, #new' : '#atlas');
	$('stop').hidden = $('steps').hidden = true;
	text('progress', '');
	write(step);
	try {
		if (!room().apart && !entry(store.here.variant)) {
			// a game that was kept, and has rules of its own
			const { variant } = store.here,
				found = await known(variant);
			if (late()) return;
			if (found != variant) put(fresh(found), store.mode);
		}
		try {
			// First, since what is shown can be pressed; nothing waits without, so that what is said after this call
			// stays.
			if (room().load) await room().load?.();
		} finally {
			if (!late()) frame();
		}
		if (late()) return;
		const notice = store.notice;
		store.notice = '';
		say(notice);
		if ((room().begin && !(await room().begin?.())) || late()) return;
		if (room().apart) {
			room().paint();
			return;
		}
		const here = store.here.at;
		here.rules ??= await ask('position');
		if (late()) return;
		paint();
		if (homeless) focusCell();
		if ((await room().shown?.()) || late()) return;
		if (room().analyses?.()) {
			if (!here.study || here.study.limit) await analyse(here, signal, late);
			if (!late()) await explore(here, signal, late);
			if (!late()) await history(signal, late);
		}
	} catch (e) {
		if (late()) return;
		if (signal.aborted) say(words.hints.stopped, [words.hints.again, show]);
		else if (e.problem) refuse(e.problem);
		else lost();
	}
	if (!late()) $('stop').hidden = true;
}

/** Shows what belongs to the room. */
function frame() {
	const { mode } = store;
	document.body.dataset.mode = mode;
	document.title = mode == 'home' ? 'Gridlock' : words.room(mode, entry(store.here.variant));
	for (const id of ['home', 'atlas']) $(id).hidden = mode != id;
	$('stage').hidden = $('side').hidden = !!room().apart;
	document.body.toggleAttribute('data-apart', !!room().apart);
	$('outside').href = location.pathname + location.hash;
	for (const name of Object.keys(rooms)) {
		const b = $('mode-' + name);
		if (name == mode) b.setAttribute('aria-current', 'page');
		else b.removeAttribute('aria-current');
	}
	for (const e of document.querySelectorAll('[data-modes]'))
		e.toggleAttribute('hidden', !e.getAttribute('data-modes')?.split(' ').includes(mode));
}

/** Asks a question, says how far its answer is, and calls on for what has come of it, until it is too late.
 * @param {string} kind @param {any} params @param {AbortSignal} signal @param {() => boolean} late @param
 * {(name: string, value: any) => void} on */
export const follow = (kind, params, signal, late, on) =>
	engine.stream(kind, params, signal, (name, value) => {
		if (late()) return;
		if (name == 'queued') text('progress', words.queued(value));
		else if (name == 'progress') fill($('progress'), ...explain(words.progress(value)));
		else if (name == 'problem') throw Object.assign(new Error(value.detail), { problem: value });
		else on(name, value);
	});

/** Analyses the position that is shown. */
async function analyse(here, signal, late) {
	$('stop').hidden = false;
	await follow(
		'analysis',
		{ ...parameters(here), distance: $('plies').checked ? '1' : '' },
		signal,
		late,
		(name, value) => {
			if (name == 'moves') stage.partial = value;
			if (name == 'reason') stage.early ??= value;
			if (name == 'result') {
				here.study = value;
				paint();
			} else
				waiting ||= requestAnimationFrame(() => {
					waiting = 0;
					repaint();
				});
		}
	);
	text('progress', '');
	$('stop').hidden = true;
	if (!late() && here.study?.limit && !here.study.outcome)
		say(words.limit(here.study.limit), [words.hints.again, show]);
}

/** Adds the choices that the winner has next to what is known of a position. */
async function explore(here, signal, late) {
	if (here.explored || store.mode != 'analyse' || !engine.whole || !here.study?.outcome || here.study.limit) return;
	const found = await engine.ask('analysis', { ...parameters(here), next: '1', timeout: '5' }, signal);
	if (late()) return;
	const choices = new Map(found.moves.map(m => [m.move, m.next]));
	for (const m of here.study.moves) m.next = choices.get(m.move);
	here.explored = true;
	paint();
}

/** Fills the history: analyses the other positions of the line, each for a short time. */
async function history(signal, late) {
	for (const n of [store.here.root, ...tree.line(store.here.at)]) {
		if (n.study || late()) continue;
		n.study = await engine.ask('analysis', { ...parameters(n), timeout: '2' }, signal);
		if (!late()) room().paint();
	}
}

/** Says why there is no answer. What can never be answered, because a link is broken, is not asked again: the legal part
 * of the game is shown, or
 * the start of one. @param {any} problem */
function refuse(problem) {
	const g = store.here,
		unknown = problem.type?.endsWith(':report');
	if (g.at.rules || (problem.status != 400 && !unknown)) {
		say(problem.detail, [words.hints.again, show]);
		return;
	}
	if (g.at.parent && (problem.ply || unknown)) {
		const path = tree.path(g.at),
			legal = (problem.ply ?? path.length) - 1;
		store.notice = words.link.moves(
			path.slice(0, legal).map(n => n.move),
			problem.detail
		);
		g.at = tree.remove(path[legal]);
	} else if (engine.whole && (g.start || g.board || g.depth || g.seed != '1')) {
		store.notice = words.link.start(problem.detail);
		put(fresh(g.variant), store.mode);
	} else if (!engine.whole && location.hash.slice(1) != engine.first) {
		store.notice = problem.detail;
		window.history.replaceState(null, '', '#' + engine.first);
		read(null).then(() => show());
		return;
	} else {
		say(problem.detail);
		return;
	}
	show();
}

/** Waits for a server that does not answer. */
export async function lost() {
	$('gone').hidden = false;
	while (!$('gone').hidden) {
		await new Promise(done => setTimeout(done, 1000));
		try {
			const all = await engine.ask('variants', {});
			$('gone').hidden = true;
			if (!store.games.length) {
				store.games = all;
				await read(window.history.state);
			}
			show();
		} catch {
			/* still gone */
		}
	}
}

/** The moves with what is known of them, the best first. */
export function valued() {
	const { rules, study } = store.here.at,
		values = new Map([...stage.partial, ...(study?.moves ?? [])].map(m => [m.move, m]));
	return rules.moves.map(m => ({ ...m, ...values.get(m.move) })).sort(better);
}

/** What is known of the position that is shown: the analysis, or what follows from the moves that are decided so far. */
export function knowledge() {
	const { rules, study } = store.here.at,
		{ partial, early } = stage;
	if (study?.winner || !rules.moves.length) return study;
	const won = partial.some(m => m.outcome == 'win'),
		lost = partial.length == rules.moves.length && partial.every(m => m.outcome == 'loss');
	return won || lost
		? { winner: won ? rules.to_move : words.other(rules.to_move), distance: null }
		: (early ?? study);
}

/** Why the position is won or lost that is shown: the analysis, or what the stream has said of it by now. */
export function why() {
	const { study } = store.here.at;
	return study?.outcome ? study : (stage.early ?? study);
}

/** Orders moves, the best first. */
function better(a, b) {
	const rank = m => (m.outcome == 'win' ? 0 : m.outcome == 'loss' ? 2 : 1);
	const plies = m => (m.outcome == 'loss' ? -(m.distance ?? -999) : (m.distance ?? 999));
	return rank(a) - rank(b) || plies(a) - plies(b);
}

/** The moves that a click can play now, by cell: where to go, or after a step what to block. */
export function playable(moves) {
	const cells = new Map();
	for (const m of room().open() ? moves : []) {
		const cell = stage.step ? (m.to == stage.step ? m.block : null) : m.to;
		if (cell && !cells.has(cell)) cells.set(cell, m);
	}
	return cells;
}

/** How much slower each winning move is than the best: 0 for the best, up to 3; nothing where all cells are alike. */
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

/** Paints what is known of the position: the board, and what the room has. */
function repaint() {
	const { at } = store.here,
		{ rules, study } = at;
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
			small: false,
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
				small: store.why.on && !store.why.of && values && !!study?.evidence,
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
	text('text', rules.position);
	document.body.dataset.turn = values ? (knowledge()?.winner ?? '') : '';
	room().paint();
}

let revealed = /** @type {any} */ (null); // the position whose last move was brought into view

/** Brings a cell of a long board into view. @param {Element|null} cell */
function reveal(cell) {
	const place = $('place'),
		long = place.querySelector('svg.long');
	if (!cell || !long) return;
	const [a, b] = [cell, place].map(e => e.getBoundingClientRect());
	if (a.left < b.left || a.right > b.right) place.scrollLeft += a.left - b.left - (b.width - a.width) / 2;
	if (a.top < b.top || a.bottom > b.bottom) place.scrollTop += a.top - b.top - (b.height - a.height) / 2;
}

/** Says below a long board which part of it can be seen. */
function part() {
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
function overlay(what) {
	const picture = $('place').firstChild,
		{ rules } = store.here.at;
	picture?.querySelector('.overlay')?.remove();
	what ??= room().point?.(over || stage.focus) ?? stage.overlay ?? shown();
	if (!what) return;
	what.classList.add('overlay');
	// Why is drawn below the values.
	picture?.insertBefore(what, what.classList.contains('why') ? picture.querySelector('.labels') : null);
}

/** The line that is shown: that of a move, or the one that is the evidence. @returns {string[]|undefined} */
export const line = () => (store.why.of ? valued().find(m => m.move == store.why.of)?.pv : why()?.evidence?.search?.pv);

/** What is to be drawn of why, or of a line: the block of its last move, or its moves where its positions are not
 * known. */
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

/** Ends stepping through a line or pieces. What is shown of why is all of it again. */
const settle = () => {
	store.why = { on: store.why.on && !store.why.of, step: 0, of: '' };
};

/** After a moment draws the line that a move begins, or with "Show me" why it wins or loses. */
export function look(m) {
	clearTimeout(hover);
	hover = setTimeout(() => {
		if (store.mode == 'home' || !store.here.at.rules) return;
		if (!m?.pv?.length || !seen() || stage.step || store.why.step || store.why.of) return overlay(null);
		if (store.why.on && m.evidence && !m.evidence.search) overlay(board.why(store.here.at.rules, m.evidence, ''));
		else if (!store.why.on) overlay(board.line(store.here.at.rules, m.pv));
	}, 150);
}

/** Fills the lists of games and boards, and says the rules of the game that is shown. */
function lists() {
	const { variant, board: own, at } = store.here,
		game = entry(variant),
		list = $('variant');
	const option = g => new Option(words.name(g), g.variant),
		others = store.games.filter(g => g.variant.includes(' '));
	const group = (label, all) => (all.length ? [element('optgroup', { label }, ...all.map(option))] : []);
	fill(
		list,
		...store.games.filter(g => !others.includes(g)).map(option),
		...group(
			words.games.library,
			others.filter(g => g.name != g.variant)
		),
		...group(
			words.games.other,
			others.filter(g => g.name == g.variant)
		)
	);
	list.value = variant;
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
	fill($('board'), ...sizes.map(s => new Option(s, s)), new Option(words.edit.other, 'other'));
	$('board').value = at.rules?.board ?? (own || game.board);
	fill($('rules'), ...game.rules.map(sentence => element('li', {}, sentence)));
	text('title', words.title(game));
	text('rule', words.home.rule(game));
	text('key', game.variant == game.name && !game.variant.includes(' ') ? '' : game.variant);
}

/** Goes to a node of the tree. @param {any} n */
export function visit(n) {
	if (n == store.here.at) return;
	store.here.at = n;
	settle();
	show();
}

/** Goes to the position at a ply of the line. @param {number} ply */
export function go(ply) {
	const { root, at } = store.here,
		line = [root, ...tree.line(at)];
	visit(line[Math.max(0, Math.min(ply, line.length - 1))]);
}

/** Plays a move: the game goes on, or a variation begins. @param {string} move */
export function played(move) {
	const g = store.here;
	if (!engine.whole && !g.at.children.some(c => c.move == move)) {
		say(words.hints.report);
		return;
	}
	g.mine = true;
	visit(tree.play(g.at, move));
}

/** Makes a game that of a room. @param {any} game @param {string} mode */
function put(game, mode) {
	if (['puzzle', 'edit', 'make', 'proof'].includes(mode)) store[mode] = game;
	else {
		store.game = game;
		rooms[mode].enter?.();
	}
}

/** Opens a game in a room, as a step of its own. @param {any} game @param {string} mode */
export function open(game, mode) {
	put(game, mode);
	store.mode = mode;
	return show(true);
}

/** Changes the room. The puzzle and the editor have games of their own, so that the game is as it was on the way back.
 * @param {string} mode */
export async function enter(mode) {
	if (mode == store.mode && mode != 'home') return;
	try {
		await rooms[mode].load?.();
	} catch {
		return;
	} // it has said so
	rooms[mode].enter?.();
	store.mode = mode;
	return show(true);
}

/** A click on a cell, or Enter. @param {string} name */
function press(name) {
	stage.focus = name;
	if (!store.here.at.rules) return; // it is not there yet
	const { cell, refuse } = room();
	if (stage.ahead?.rules) {
		cancel();
		return;
	}
	if (cell) {
		cell(name);
		return;
	}
	const m = playable(valued()).get(name);
	if (name == stage.step) cancel();
	else if (!m) {
		paint();
		refuse?.(name);
	} else if (m.block && !stage.step) {
		stage.step = name;
		say('');
		paint();
	} else room().press?.(m);
}

/** Takes back the step before the block, or what is drawn, or goes back from a line. */
export function cancel() {
	[stage.step, stage.overlay, stage.ahead] = ['', null, null];
	if (store.why.step || store.why.of) {
		settle();
		write(false);
	}
	paint();
}

/** The cell that an event is about. @param {any} e @returns {string} */
const cellOf = e => e.target.closest?.('[data-cell]')?.getAttribute('data-cell') ?? '';

/** Puts the keyboard on the board. */
const focusCell = () => $('place').querySelector('.cell[tabindex="0"]')?.focus({ preventScroll: true });

/** Moves the focus on the board, or plays. @param {KeyboardEvent} e */
function key(e) {
	const name = cellOf(e),
		arrow = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[e.key];
	if (!name || !store.here.at.rules || e.altKey || e.ctrlKey || e.metaKey) return;
	if (e.key == 'Enter' || e.key == ' ') press(name);
	else if (e.key == 'Escape') cancel();
	else if (arrow) {
		const next = board.beside(store.here.at.rules, name, arrow[0], arrow[1]);
		if (next) {
			stage.focus = next.name;
			paint();
			focusCell();
			reveal(document.activeElement);
			look(playable(valued()).get(next.name));
		}
	} else return;
	e.preventDefault();
	e.stopPropagation();
}

/** Listens to the board. */
export function listen() {
	let pressed = '';
	const place = $('place');
	place.onclick = e => {
		if (cellOf(e)) press(cellOf(e));
	};
	place.onkeydown = key;
	place.onpointerdown = e => {
		pressed = cellOf(e);
	};
	place.onpointerup = e => {
		// a marker that is dragged
		const cell = store.here.at.rules?.cells.find(c => c.name == pressed);
		if (cell && room().drag?.(pressed, cellOf(e))) return;
		if (cellOf(e) && cellOf(e) != pressed && cell?.content == 'mark' && cell.player == store.here.at.rules.to_move)
			press(cellOf(e));
	};
	place.onpointermove = e => {
		const { rules, study } = store.here.at;
		if (e.pointerType != 'mouse' || cellOf(e) == over || !rules) return;
		over = cellOf(e);
		if (room().point) {
			overlay(null);
			return;
		}
		const { on, step, of } = store.why,
			evidence = on && !of && seen() && study?.evidence;
		if (evidence && (evidence.matching || evidence.mirror)) overlay(board.why(rules, evidence, over, step));
		else look(playable(valued()).get(over));
	};
	place.onpointerleave = () => {
		over = '';
		look(null);
	};
	place.onscroll = onresize = part;
	addEventListener('storage', e => {
		const there = join(e.key),
			{ at } = store.here ?? {};
		if (!there || !at?.rules) return;
		paint();
		if (there != at) say(words.hints.elsewhere, [words.hints.there, () => visit(there)]);
	});
}
