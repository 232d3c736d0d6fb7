// @ts-check
// The room in which every move shows its value, and why.
/** @import { Move, Study } from './types' */
import * as engine from './engine.js';
import * as atlas from './atlas.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { chart } from './chart.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, write } from './store.js';
import * as stage from './stage.js';
import * as play from './play.js';
import * as steps from './steps.js';
import * as worth from './worth.js';
import { explain } from './terms.js';

/** The room. @type {stage.Room} */
export const room = {
	analyses: () => true,
	values: () => $('values').checked,
	open: () => true,
	press: m => stage.played(m.move),
	refuse: name => say(words.illegal(store.here.at.rules, name, stage.stage.step)),
	paint,
	enter: play.resume,
};

/** Paints why, the moves, the history and the game; for puzzles that are over, too. */
export function paint() {
	const { here } = store,
		{ rules, study } = here.at,
		values = stage.seen(),
		{ step } = stage.stage,
		{ on, of } = store.why;
	if (rules) {
		const moves = stage.valued(),
			why = stage.why(),
			evidence = values ? why?.evidence : null;
		const legend =
			why?.outcome && (!why.why || (evidence && (!evidence.search || (on && !of))))
				? words.legend(evidence ?? {}, why.winner)
				: '';
		const reason = /** @type {any[]} */ (explain(words.sentences(why?.why, legend))),
			word = reason.find(n => !legend && /^(copies|partner|separated)/i.test(n.dataset?.term));
		fill($('why'), ...(!values ? [words.hints.hidden] : word ? [...reason, ' ' + word.title] : reason));
		fill($('legend'), ...(values && !rules.over ? legends(moves, rules.to_move) : []));
		fill($('pv'), ...(values ? best(moves[0]?.pv ?? [], rules.to_move) : []));
		$('show').hidden = !evidence;
		$('show').setAttribute('aria-pressed', String(on && !of));
		$('line').hidden = !values || !(/** @type {number} */ (moves[0]?.pv?.length) > 1);
		$('line').setAttribute('aria-pressed', String(on && !!of));
		steps.paint();
		fill($('moves').tBodies[0], ...(values ? moves : rules.moves).map(m => row(m, values)));
		$('best').disabled = !moves[0]?.outcome;
		$('clue').disabled = !study?.outcome || rules.over;
		fill(
			$('facts'),
			...(study && values ? words.facts(study) : []).flatMap(([name, content]) => [
				element('dt', {}, ...explain(name)),
				element('dd', {}, ...explain(content)),
			])
		);
		if (step) text('hint', words.hints.block);
		worth.paint(values && store.mode == 'analyse' ? study : null);
	}
	$('history').replaceChildren(chart(here.root, here.at, stage.visit));
	fill($('game'), ...said(here.root), ...variation(here.root));
	comment();
	branches();
	came();
	clearTimeout(slow);
	slow = setTimeout(() => {
		if (store.mode == 'analyse') atlas.look(store.here).then(came, () => {});
	}, 1000);
	ways();
	if ($('tabs').querySelector('[aria-pressed=true]').hidden) panel('moves');
	$('promote').hidden = $('remove').hidden = !here.at.parent;
	$('promote').disabled = tree.line(here.root).includes(here.at);
	fill($('notes'), ...here.notes.map(note => element('li', {}, note)));
}

let slow = 0;

/** The meanings of the values, each beside its sign. @param {Move[]} moves @param {string} mover */
const legends = (moves, mover) =>
	words
		.glyphs(moves, mover)
		.flatMap(({ glyph, kind, says }, i) => [
			i ? ' ' : '',
			element('b', { class: kind }, glyph),
			...explain(': ' + says),
		]);

/** The best line, each move in the colour of its player. @param {string[]} pv @param {string} mover */
const best = (pv, mover) =>
	pv.length > 1
		? [
				element('span', {}, words.line),
				...pv.flatMap((m, i) => [' ', element('b', { class: i % 2 ? words.other(mover) : mover }, m)]),
			]
		: [];

/** Says how good the last move was, or what the atlas knows of a board whose search takes long. */
function came() {
	const { at } = store.here;
	text('came', stage.seen() ? words.came(at, tree.mark(at)) || atlas.about(store.here) : '');
}

/** Paints whether there are plies before and after the shown one. */
export function ways() {
	const { at } = store.here;
	$('back').disabled = $('first').disabled = !at.parent;
	$('next').disabled = $('last').disabled = !at.children.length;
}

/** A row of the table of moves. */
function row(m, values) {
	const known = values
		? [[words.value(m), ' ', words.change(m)], [words.next(m)], [m.why ?? words.found(m.engine)]]
		: [[], [], []];
	const winner =
		m.outcome && (m.outcome == 'win' ? store.here.at.rules.to_move : words.other(store.here.at.rules.to_move));
	return element(
		'tr',
		values && m.outcome ? { class: `${m.outcome} for-${winner}` } : {},
		element(
			'td',
			{},
			element('button', { 'data-move': m.move }, m.move),
			...(values && m.pv?.length > 1
				? [
						element(
							'button',
							{
								class: 'line',
								'data-line': m.move,
								'aria-label': words.steps.of(m.move),
								title: words.steps.of(m.move),
							},
							'▸'
						),
					]
				: [])
		),
		...known.map((content, i) => element('td', i == 1 && !engine.whole ? { hidden: '' } : {}, ...content))
	);
}

/** The moves after a node, with variations. @returns {(string|Node)[]} */
function variation(n) {
	const [first, ...others] = n.children;
	if (!first) return [];
	return [
		button(first),
		' ',
		...said(first),
		...others.map(c =>
			element('span', { class: 'variation' }, '(', button(c), ' ', ...said(c), ...variation(c), ') ')
		),
		...variation(first),
	];
}

/** The comment on a position, where there is one. @returns {(string|Node)[]} */
const said = n => (n.comment ? [element('q', {}, n.comment), ' '] : []);

let noted = /** @type {any} */ (null); // the position whose comment is in the field

/** Paints the comment, but not over what is being written. */
export function comment() {
	const { at } = store.here;
	text('said', at.comment);
	if (noted == at && document.activeElement == $('comment')) return;
	noted = at;
	$('comment').value = at.comment;
}

/** Paints the lists of variations, and of comments. */
function branches() {
	const { root, at } = store.here,
		all = tree.nodes(root),
		path = tree.path(at),
		said = all.filter(n => n.comment);
	$('h-branches').hidden = !tree.variations(root).length;
	text('n-branches', String(tree.variations(root).length || ''));
	text('n-comments', String(said.length || ''));
	fill(
		$('remarks'),
		...said.map(n =>
			element(
				'li',
				{},
				element('button', { 'data-node': all.indexOf(n) }, words.tree.at(n)),
				' ',
				element('span', {}, n.comment)
			)
		)
	);
	fill(
		$('branches'),
		...tree.variations(root).map(n => {
			const line = words.branch(n, tree.line(n).slice(n.ply - root.ply - 1)),
				more = { 'data-node': all.indexOf(n) };
			const way = name =>
				element(
					'button',
					{ ...more, 'data-does': name, 'aria-label': words.tree.to(name, n) },
					words.tree[name]
				);
			return element(
				'li',
				{},
				element('button', { ...more, ...(path.includes(n) ? { 'aria-current': 'true' } : {}) }, line),
				way('promote'),
				way('remove')
			);
		})
	);
}

/** The actions on a node of the tree. @type {Record<string, (n: import('./types').Node) => void>} */
const does = {
	promote: n => {
		tree.promote(n);
		write(false);
		paint();
	},
	remove: n => {
		const { here } = store,
			{ parent } = /** @type {{parent: import('./types').Node}} */ (n),
			place = parent.children.indexOf(n),
			{ at } = here;
		const back = () => {
			parent.children.splice(place, 0, n);
			here.at = at;
			stage.show();
		};
		tree.remove(n);
		if (tree.path(at).includes(n)) here.at = parent;
		stage.show();
		say(words.tree.gone(n), [words.tree.back, back]);
	},
};

/** A move of the game, which leads to the position after it. */
function button(n) {
	const { root, at } = store.here,
		more = n == at ? { 'aria-current': 'step' } : {};
	return element(
		'button',
		{ 'data-node': tree.nodes(root).indexOf(n), ...more },
		`${n.ply}. ${n.move}${tree.mark(n)}`
	);
}

/** Goes to the next mistake of the line, or the one before. @param {number} way */
export function mistake(way) {
	const { at } = store.here,
		line = tree.line(at),
		from = tree.path(at).length;
	const found = line
		.map((n, i) => ({ i: i + 1, mark: tree.mark(n) }))
		.filter(m => m.mark.includes('?') && (m.i - from) * way > 0);
	if (found.length) stage.go(way > 0 ? found[0].i : found[found.length - 1].i);
	else say(words.hints.noMistake);
}

/** Shows one of the panels. @param {string} name */
function panel(name) {
	for (const b of $('tabs').children) b.setAttribute('aria-pressed', String(b.dataset.panel == name));
	for (const p of document.querySelectorAll('.panel'))
		p.classList.toggle('chosen', p.getAttribute('data-panel') == name);
}

/** Listens to the controls of the room. */
export function listen() {
	const ply = () => tree.path(store.here.at).length,
		moves = $('moves').tBodies[0];
	const buttons = {
		first: () => stage.go(0),
		back: () => stage.go(ply() - 1),
		next: () => stage.go(ply() + 1),
		last: () => stage.go(9999),
		best: () => stage.room().press?.(stage.valued()[0]),
		stop: stage.stop,
		show: () => steps.show(!store.why.on || !!store.why.of, 0),
		line: () => steps.show(true, 1, stage.valued()[0].move),
		promote: () => does.promote(store.here.at),
		remove: () => does.remove(store.here.at),
	};
	for (const [id, f] of Object.entries(buttons)) $(id).onclick = f;
	$('comment').maxLength = tree.longestComment;
	$('comment').onchange = () => {
		noted.comment = $('comment').value.trim();
		store.here.mine = true;
		write(false);
		paint();
	};
	$('values').onchange = stage.paint;
	$('plies').onchange = () => {
		store.here.at.study = /** @type {any} */ (null);
		stage.show();
	};
	const move = e => e.target.closest('[data-move]')?.dataset.move;
	moves.onclick = e => {
		const of = e.target.closest('[data-line]')?.dataset.line;
		if (of) steps.show(true, 1, of);
		else if (move(e)) stage.played(move(e));
	};
	const over = e => {
		if (move(e)) stage.look(stage.valued().find(m => m.move == move(e)));
	};
	moves.onmouseover = over;
	moves.addEventListener('focusin', over);
	$('panels').onclick = e => {
		const b = e.target.closest('[data-node]')?.dataset,
			n = b && tree.nodes(store.here.root)[b.node];
		if (n) (does[b.does] ?? stage.visit)(n);
	};
	$('tabs').onclick = e => {
		const chosen = e.target.closest('[data-panel]')?.dataset.panel;
		if (chosen) panel(chosen);
	};
	panel('moves');
	steps.listen();
	fill($('h-next'), ...explain($('h-next').textContent));
	$('h-next').hidden = !engine.whole;
	$('values').checked = true;
	$('variant').disabled = $('board').disabled = !engine.whole;
}
