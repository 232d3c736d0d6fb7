// @ts-check
// The room in which people make a game of their own: they choose its words one by one, and see at once what these mean.
// Only the rules know which words go together.
/** @import { Rules } from './types' */
import * as engine from './engine.js';
import * as board from './board.js';
import * as saved from './saved.js';
import * as words from './words.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, parameters, fresh, entry, add, write } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';
import * as edit from './edit.js';
import * as graph from './graph.js';
import * as puzzle from './puzzle.js';
import * as share from './share.js';

/** The room. @type {stage.Room} */
export const room = {
	begin,
	enter,
	paint,
	point,
	drag,
	shown: edit.room.shown,
	cell: press,
	resize: () => choose(),
	values: () => false,
	open: () => false,
};

/** The choices, in the order of the words, and the games that have them. @type {Record<string, {values: string[],
 * of?: string}>} */
const choices = {
	move: { values: ['place', 'follow', 'walk'] },
	near: { values: ['rook', 'king', 'bishop', 'knight', 'hex', 'queen', 'graph'] },
	draw: { values: ['vertices', 'edges'] }, // no word, but the effect of a click on the graph
	close: { values: ['none', 'own', 'other', 'all'], of: 'place' },
	block: { values: ['', 'block'], of: 'walk' },
	start: { values: ['', 'ends'], of: 'walk' },
	shape: { values: ['', 'cylinder', 'torus'] },
};

let chosen = /** @type {Record<string, string>} */ ({ draw: 'vertices' });
let drawn = /** @type {graph.Graph|null} */ (null); // the graph, if near is one
let meaning = /** @type {any} */ (null),
	of = ''; // the meaning of the words, on the board that of names
let choosing = 0; // how many choices have no answer yet

/** The facts on which the meaning of a game's words depends. @param {import('./game').Game} g */
const about = g => JSON.stringify([g.variant, g.board || g.start]);

/** Whether a graph is near. */
const drawing = () => chosen.near == 'graph';

/** The chosen words. */
const written = () =>
	Object.keys(choices)
		.filter(key => offered(key) && key != 'draw')
		.map(key => (key == 'near' && drawn && drawing() ? graph.write(drawn) : chosen[key]))
		.filter(Boolean)
		.join(' ');

/** Whether something can be chosen. @param {string} key */
const offered = key =>
	(choices[key].of ?? chosen.move) == chosen.move && (!drawing() || key != 'shape') && (drawing() || key != 'draw');

/** Makes the choices that the words of a game name. @param {string} said */
function take(said) {
	const [move, near, ...rest] = said.split(' '),
		one = (...all) => rest.find(w => all.includes(w)) ?? '';
	if (near.startsWith('graph:')) drawn = graph.read(near);
	chosen = {
		close: chosen.close || 'all',
		...chosen,
		move,
		near: near.startsWith('graph:') ? 'graph' : near,
		shape: one('cylinder', 'torus'),
	};
	if (move == 'place') chosen.close = one(...choices.close.values);
	if (move == 'walk')
		Object.assign(chosen, {
			block: one('block'),
			start: rest.find(w => w == 'ends' || w.startsWith('from:')) ?? '',
		});
}

/** Begins with the game that was shown, or with one that has no name among the five. */
function enter() {
	if (store.mode != 'home' && store.here)
		store.make = fresh(store.here.variant, store.here.at.rules?.board ?? store.here.board);
	store.make ??= fresh(entry('place king other')?.variant ?? store.games[0].variant, '5x5');
}

/** Fetches the meaning of the words. @param {stage.Doing} task */
async function begin(task) {
	const g = store.here,
		at = about(g),
		size = g.board || (g.start ? (await task.ask('position', parameters())).board : '');
	if (of != at) meaning = await task.ask('rules', { variant: g.variant, board: size });
	of = at;
	take(meaning.words);
	if (drawing()) (g.at.rules ??= await task.ask('position', parameters())).canvas = true;
	wrong('');
	return true;
}

/** Says what is wrong with the words; "" if nothing is. @param {string} detail */
function wrong(detail) {
	text('wrong', words.sentences(detail));
	document.body.toggleAttribute('data-wrong', !!detail);
	controls();
	stage.paint();
}

/** Makes the chosen game, on a board of the given size with its holes, and shows it, unless the choice changes
 * meanwhile. */
function choose() {
	const old = store.here,
		{ holes, size, large } = edit.sheet();
	if (drawing() && large) {
		wrong(words.edit.large);
		return;
	}
	if (drawing()) drawn = drawn ? graph.fit(drawn, size) : graph.blank(size);
	const variant = written();
	controls();
	if (drawing()) {
		old.at.rules = /** @type {any} */ (graph.canvas(/** @type {graph.Graph} */ (drawn)));
		if (!drawn?.vertices.length) {
			wrong(words.make.blank);
			return;
		}
		stage.paint();
	}
	const refused = ({ detail }) => {
		wrong(detail);
		return true;
	};
	choosing++;
	run(
		'choose',
		async task => {
			const found = await task.ask('rules', { variant, board: size });
			const start =
				!drawing() && !old.at.rules?.canvas && holes.flat().includes(true)
					? edit.pierced((await task.ask('position', { variant, board: size })).position, holes)
					: '';
			const rules = drawing() ? await task.ask('position', { variant: found.variant, board: size }) : null;
			add(found);
			store.make = { ...fresh(found.variant, size, start), name: old.name };
			if (rules) store.make.at.rules = { ...rules, canvas: true }; // at once, so that no click comes without them
			[meaning, of] = [found, about(store.make)];
			const { step } = stage.stage; // the start of an edge that was begun meanwhile
			stage.show();
			stage.stage.step = step;
		},
		refused
	).finally(() => choosing--);
}

/** A click on a cell: a hole, a vertex, or an end of an edge. @param {string} name */
function press(name) {
	const { step } = stage.stage;
	if (!drawing()) {
		edit.room.cell?.(name);
		if (choosing) choose(); // its question still has the old holes
	} else if (chosen.draw == 'vertices') change(graph.vertex(/** @type {graph.Graph} */ (drawn), place(name)));
	else if (step && step != name && drag(step, name)) return;
	else {
		stage.stage.step = step == name || !vertex(name) ? '' : name;
		say(vertex(name) ? '' : words.make.noVertex);
		stage.paint();
	}
}

/** The number of a cell on the canvas. @param {string} name */
const place = name => store.here.at.rules.cells.findIndex(c => c.name == name);

/** Whether a cell is a vertex. @param {string} name */
const vertex = name => !!drawn?.vertices.includes(place(name));

/** Draws an edge from one vertex to another, or takes it away; false where there can be none. @param {string} from
 * @param {string} to */
function drag(from, to) {
	if (!drawing() || from == to || !vertex(from) || !vertex(to)) return false;
	change(graph.edge(/** @type {graph.Graph} */ (drawn), place(from), place(to)));
	return true;
}

/** Takes another graph. @param {graph.Graph} g */
function change(g) {
	drawn = g;
	stage.stage.step = '';
	say('');
	choose();
}

/** The cell of the picture: the one pointed at, a marker, or the middle. @param {Rules} rules @param {string} name */
function centre(rules, name) {
	const there = rules.cells.filter(c => c.content != 'hole' && c.content != 'blocked'),
		{ rows, cols } = rules;
	return (
		there.find(c => c.name == name)
		?? there.find(c => c.content == 'mark')
		?? there.find(c => c.row == rows >> 1 && c.col == cols >> 1)
		?? there[0]
	);
}

/** Draws the cells that a mark closes, or to which one can go from it. @param {string} name */
function point(name) {
	const { rules } = store.here.at,
		{ step } = stage.stage;
	if (drawing()) return step ? board.link(rules, step, name) : null;
	const cell = centre(rules, name);
	return cell && !$('wrong').textContent && meaning?.near.length == rules.cells.length
		? board.near(
				rules,
				cell,
				meaning.near[rules.cells.indexOf(cell)],
				chosen.move == 'place' ? chosen.close : 'all way'
			)
		: null;
}

/** Paints the choices. */
function controls() {
	const bad = !!$('wrong').textContent;
	fill(
		$('make-words'),
		...Object.keys(choices)
			.filter(offered)
			.map(key =>
				element(
					'fieldset',
					{ class: 'chips' },
					element('legend', {}, words.make[key]),
					...new Set([...choices[key].values, chosen[key] ?? ''])
						.values()
						.map(value =>
							element(
								'label',
								{},
								element('input', { type: 'radio', name: 'make-' + key, value }),
								element('span', {}, words.make.value(key, value))
							)
						)
				)
			)
	);
	for (const input of /** @type {NodeListOf<HTMLInputElement>} */ ($('make-words').querySelectorAll('input')))
		input.checked = input.value == (chosen[input.name.slice(5)] ?? '');
	for (const id of ['make-play', 'make-analyse', 'make-puzzle', 'make-link', 'make-file']) $(id).disabled = bad;
	$('make-puzzle').disabled ||= holed();
	text('make-note', holed() ? words.make.holes : '');
}

/** Whether the board has holes. */
const holed = () => store.here.start.includes('#') && !meaning?.words.includes('graph:');

/** Paints the game. */
function paint() {
	controls();
	const game = entry(store.here.variant),
		{ name } = store.here,
		bad = $('wrong').textContent;
	if ($('make-name').value != name) $('make-name').value = name;
	text('verdict', bad ? words.make.none : name || words.make.title(game));
	text('task', bad && !drawing() ? '' : words.make.legend(chosen));
	text('key', meaning?.words ?? '');
	$('about').open = true;
}

/** Takes the game to a room, under its name. @param {string} mode */
function use(mode) {
	const { variant, name, at, board: size, start: own } = store.here,
		start = holed() ? own : '',
		board = start ? '' : (at.rules?.board ?? size);
	if (name) saved.set('name ' + variant, name);
	add(entry(variant));
	if (mode == 'puzzle') puzzle.go(variant, '1', board);
	else stage.open(fresh(variant, board, start), mode);
}

/** Saves the rule file. */
async function file() {
	const { variant, name: title, at } = store.here,
		{ file } = await engine.ask('rules', { variant, board: at.rules.board, title });
	const short =
		title
			.normalize('NFD')
			.toLowerCase()
			.replaceAll(/\p{M}/gu, '')
			.replaceAll(/[^a-z0-9]+/g, '-')
			.slice(0, 36)
			.replaceAll(/^-|-$/g, '') || 'my-game';
	share.save((entry(short) ? 'my-' : '') + short + '.toml', file, 'application/toml');
	say(words.make.saved);
}

/** Listens to the choices. */
export function listen() {
	$('make-words').onchange = e => {
		const key = e.target.name.slice(5);
		chosen[key] = e.target.value;
		if (key == 'draw') stage.cancel();
		else choose();
	};
	$('make-name').oninput = () => {
		store.here.name = $('make-name').value.slice(0, 80);
		paint();
		write(false);
	};
	for (const mode of ['play', 'analyse', 'puzzle']) $('make-' + mode).onclick = () => use(mode);
	$('make-link').onclick = () => share.link();
	$('make-file').onclick = () => file().catch(e => say(words.failure(e)));
}
