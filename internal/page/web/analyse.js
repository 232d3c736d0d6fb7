// @ts-check
// The room in which every move shows its value, and why.
import * as engine from './engine.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { chart } from './chart.js';
import { $, element, fill, say, write as text } from './dom.js';
import { store, write } from './store.js';
import * as stage from './stage.js';
import * as play from './play.js';

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
	const { here } = store, { rules, study } = here.at, values = stage.seen(), { showing, step } = stage.stage;
	if (rules) {
		const moves = stage.valued(), why = stage.why(), evidence = values ? why?.evidence : null;
		text('why', values ? words.sentences(why?.why, evidence && (showing || !why.why) ? words.legend(evidence, why.winner) : '') : words.hints.hidden);
		$('show').hidden = !evidence;
		$('show').setAttribute('aria-pressed', String(showing));
		fill($('moves').tBodies[0], ...(values ? moves : rules.moves).map(m => row(m, values)));
		$('best').disabled = !moves[0]?.outcome;
		$('clue').disabled = !study?.outcome || rules.over;
		fill($('facts'), ...(study && values ? words.facts(study) : []).flatMap(([name, content]) => [element('dt', {}, name), element('dd', {}, content)]));
		if (step) text('hint', words.hints.block);
	}
	$('history').replaceChildren(chart(here.root, here.at, stage.visit));
	fill($('game'), ...variation(here.root));
	text('came', values ? words.came(here.at, tree.mark(here.at)) : '');
	ways();
	$('promote').hidden = $('remove').hidden = !here.at.parent;
	$('promote').disabled = tree.line(here.root).includes(here.at);
	fill($('notes'), ...here.notes.map(note => element('li', {}, note)));
}

/** Paints whether there are plies before and after the one that is shown. */
export function ways() {
	const { at } = store.here;
	$('back').disabled = $('first').disabled = !at.parent;
	$('next').disabled = $('last').disabled = !at.children.length;
}

/** A row of the table of moves. */
function row(m, values) {
	const known = values ? [words.value(m), words.change(m), m.why ?? ''] : ['', '', ''];
	const winner = m.outcome && (m.outcome == 'win' ? store.here.at.rules.to_move : words.other(store.here.at.rules.to_move));
	return element('tr', values && m.outcome ? { class: `${m.outcome} for-${winner}` } : {},
		element('td', {}, element('button', { 'data-move': m.move }, m.move)), ...known.map(content => element('td', {}, content)));
}

/** The moves after a node, with variations. @returns {(string|Node)[]} */
function variation(n) {
	const [first, ...others] = n.children;
	if (!first) return [];
	return [button(first), ' ', ...others.map(c => element('span', { class: 'variation' }, '(', button(c), ' ', ...variation(c), ') ')), ...variation(first)];
}

/** A move of the game, which leads to the position after it. */
function button(n) {
	const { root, at } = store.here, more = n == at ? { 'aria-current': 'step' } : {};
	return element('button', { 'data-node': tree.nodes(root).indexOf(n), ...more }, `${n.ply}. ${n.move}${tree.mark(n)}`);
}

/** Goes to the next mistake of the line, or the one before. @param {number} way */
export function mistake(way) {
	const { at } = store.here, line = tree.line(at), from = tree.path(at).length;
	const found = line.map((n, i) => ({ i: i + 1, mark: tree.mark(n) })).filter(m => m.mark.includes('?') && (m.i - from) * way > 0);
	if (found.length) stage.go(way > 0 ? found[0].i : found[found.length - 1].i);
	else say(words.hints.noMistake);
}

/** Listens to the controls of the room. */
export function listen() {
	const ply = () => tree.path(store.here.at).length, moves = $('moves').tBodies[0];
	const does = {
		first: () => stage.go(0), back: () => stage.go(ply() - 1), next: () => stage.go(ply() + 1), last: () => stage.go(9999),
		best: () => stage.room().press?.(stage.valued()[0]), stop: stage.stop, show: () => { stage.stage.showing = !stage.stage.showing; stage.paint(); },
		promote: () => { tree.promote(store.here.at); write(false); paint(); }, remove: () => stage.visit(tree.remove(store.here.at)),
	};
	for (const [id, f] of Object.entries(does)) $(id).onclick = f;
	$('values').onchange = stage.paint;
	$('plies').onchange = () => { store.here.at.study = null; stage.show(); };
	const move = e => e.target.closest('[data-move]')?.dataset.move;
	moves.onclick = e => { if (move(e)) stage.played(move(e)); };
	const over = e => { if (move(e)) stage.look(stage.valued().find(m => m.move == move(e))); };
	moves.onmouseover = over;
	moves.addEventListener('focusin', over);
	$('game').onclick = e => {
		const n = e.target.closest('[data-node]')?.dataset.node;
		if (n) stage.visit(tree.nodes(store.here.root)[n]);
	};
	for (const b of document.querySelectorAll('#tabs button')) {
		b.addEventListener('click', () => {
			document.body.dataset.panel = b.getAttribute('data-panel') ?? '';
			for (const other of document.querySelectorAll('#tabs button')) other.setAttribute('aria-pressed', String(other == b));
		});
	}
	$('values').checked = true;
	$('variant').disabled = $('board').disabled = !engine.whole;
}
