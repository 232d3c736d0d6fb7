// @ts-check
// The room in which people walk through a proof: they play the loser, the proof answers and names its rule. A proof is
// a certificate, from a file or made for a board. It is checked first.
/** @import { Cell, Rules } from './types' */
import * as engine from './engine.js';
import * as board from './board.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import * as texts from './prooftexts.js';
import { $, element, svg, fill, say, write as text } from './dom.js';
import { store, fresh, entry, add, write } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';
import { make, course, loser, turns, picture, signs } from './proofpicture.js';

/** The room. @type {stage.Room} */
export const room = {
	begin,
	enter,
	shown,
	paint,
	take,
	open,
	point,
	apart: false,
	values: () => false,
	press: m => stage.played(m.move),
	refuse: name => {
		if (open()) say(words.illegal(store.here.at.rules, name, stage.stage.step));
	},
};

const most = 4 << 20; // bytes of a file
const longest = 300_000; // bytes of a certificate that the browser keeps

/** The proof that is walked through: its bytes, and its claim.
 * @type {{bytes: Uint8Array, claim: import('./api').Claim}|null} */
let proof = null;

await new Promise(done => {
	const style = element('link', { rel: 'stylesheet', href: 'proof.css' });
	style.onload = style.onerror = done;
	document.head.append(style);
});

/** Asks where a game stands in a certificate. @param {stage.Doing} task @param {Uint8Array} certificate
 * @param {string} moves */
const ask = (task, certificate, moves) => task.ask('walk', { certificate, moves });

/** Whether the proof is about the game of the room. */
function fits() {
	const {
			here: { variant, board, start },
		} = store,
		claim = proof?.claim;
	return (
		claim?.variant == variant
		&& (start ? start == claim.position : claim.usual && (board || entry(variant)?.board) == claim.board)
	);
}

/** Begins with the last proof. */
function enter() {
	if (!store.proof?.task)
		store.proof = proof ? gameOf(proof.claim) : { ...fresh(store.games[0].variant), task: false };
}

/** The game that a proof is about. @param {import('./api').Claim} claim */
const gameOf = claim => ({
	...fresh(claim.variant, claim.usual ? claim.board : '', claim.usual ? '' : claim.position),
	task: true,
});

/** Checks a certificate, and walks through it from now on. @param {stage.Doing} task @param {Uint8Array} bytes */
async function check(task, bytes) {
	const { claim } = await ask(task, bytes, '');
	if (!entry(claim.variant)) add((await task.ask('variants', { variant: claim.variant }))[0]);
	proof = { bytes, claim };
}

/** The certificate that the browser has kept; null without one. */
function kept() {
	try {
		return Uint8Array.from(atob(saved.get('proof') ?? ''), c => c.charCodeAt(0));
	} catch {
		return null;
	}
}

/** Makes sure that there is a proof, or else shows the controls that open one. @param {stage.Doing} task */
async function begin(task) {
	const { here } = store;
	if (here.task && !fits()) {
		lay(false);
		text('proof-said', texts.making);
		try {
			const old = kept();
			if (old?.length)
				await check(task, old).catch(e => {
					if (!e.problem) throw e;
				});
			if (!fits())
				await check(
					task,
					await task.ask('certificate', {
						variant: here.variant,
						board: here.start ? '' : here.board,
						position: here.start,
						timeout: '20',
					})
				);
		} catch (e) {
			if (!e.problem) throw e;
			refuse(e.problem.detail);
			return true;
		}
	}
	lay(here.task);
	if (here.task) text('proof-said', '');
	return true;
}

/** Says why there is no walk. @param {string} detail */
function refuse(detail) {
	store.proof = { ...fresh(store.here.variant), task: false };
	write(false);
	lay(false);
	text('proof-said', words.sentences(detail));
}

/** Shows the board of a walk, or the controls that open a proof. @param {boolean} walks */
function lay(walks) {
	room.apart = !walks;
	document.body.toggleAttribute('data-apart', !walks);
	$('stage').hidden = $('side').hidden = walks ? false : true;
	$('proof-open').hidden = walks;
}

/** Takes a file. @param {Blob} file */
async function take(file) {
	if (file.size > most) {
		refuse(texts.large);
		return;
	}
	use(async () => new Uint8Array(await file.arrayBuffer()));
}

/** Walks through a certificate that is on its way. @param {(task: stage.Doing) => Promise<Uint8Array>} bytes */
function use(bytes) {
	text('proof-said', texts.checking);
	const refused = ({ detail }) => {
		refuse(detail);
		return true;
	};
	run(
		'proof',
		async task => {
			await check(task, await task.wait(bytes(task)));
			const { bytes: all, claim } = /** @type {NonNullable<typeof proof>} */ (proof);
			if (all.length <= longest)
				saved.set('proof', btoa(all.reduce((sum, n) => sum + String.fromCharCode(n), '')));
			text('proof-said', '');
			stage.open(gameOf(claim), 'proof');
		},
		refused
	);
}

/** Whether the loser is to move. */
function open() {
	return !!course() && !course().answer && !course().over;
}

/** Asks how the proof goes on, and lets it answer. @param {stage.Doing} task */
async function shown(task) {
	const { here } = store,
		{ at } = here;
	if (!here.task || !proof) return true;
	try {
		at.study ??= await ask(
			task,
			proof.bytes,
			tree
				.path(at)
				.map(n => n.move)
				.join(' ')
		);
	} catch (e) {
		if (!e.problem?.ply) throw e;
		here.at = tree.remove(tree.path(at)[e.problem.ply - 1]);
		store.notice = e.problem.detail;
		stage.show();
		return true;
	}
	store.notice ||= at.study.answer && $('hint').textContent; // what was said of a link stays
	if (at.study.answer) stage.played(at.study.answer);
	else stage.paint();
	return true;
}

/** Draws over the board what the rule asks, and the coming turns. */
function point() {
	const r = course()?.rule,
		{ rules } = store.here.at;
	if (!r?.signs.length || !$('proof-over').checked) return null;
	const asks = r.turn == 1 ? picture(rules, r, false) : []; // what it asked some turns ago may have changed
	return svg('g', { class: 'why asks', 'aria-hidden': true }, ...asks, ...turns(rules, r, r.turn, 14));
}

/** Paints the rule, its other positions, where moves lead, and how many rules are left. */
function paint() {
	const c = course(),
		{ rules } = store.here.at;
	if (!c || !rules || room.apart) return;
	text('verdict', texts.turn(c, loser()));
	text('who', texts.you(c.claim, loser()));
	text('task', '');
	document.body.dataset.turn = c.over ? '' : c.to_move;
	const r = c.rule,
		name = n => rules.cells[n].name,
		whole = $('place').querySelector('svg')?.getAttribute('viewBox');
	fill(
		$('proof-rule'),
		element(
			'h2',
			{ id: 'h-proof-rule' },
			r ? texts.number(/** @type {texts.Ruled} */ (c)) : c.parts.length ? texts.parts : texts.rule
		),
		...(r?.signs.length
			? [
					svg(
						'svg',
						{ class: 'board picture', viewBox: whole, role: 'img', 'aria-label': signs(rules, r) },
						...picture(rules, r, true)
					),
					element(
						'ul',
						{ class: 'signs', 'aria-hidden': true },
						...['free', 'any', 'gone', 'for-winner', 'for-loser']
							.filter(s => r.signs.includes(s))
							.map(s => element('li', { class: s }, texts.sign(s, c.claim, loser())))
					),
				]
			: []),
		...(r
			? texts.reason(r).map(t => element('p', {}, t))
			: c.parts.length
				? [element('ul', {}, ...c.parts.map(p => element('li', {}, texts.part(p, p.cells.map(name)))))]
				: [element('p', {}, texts.lead)])
	);
	const said = r ? texts.covered(r) : '';
	$('proof-covers').hidden = !said;
	fill(
		$('proof-covers'),
		element('h2', { id: 'h-proof-covers' }, texts.covers),
		element('p', {}, said),
		element(
			'ul',
			{ class: 'some' },
			...(rules.shape == 'square' ? (r?.some ?? []) : []).map((p, i) =>
				element('li', {}, board.picture(p), element('small', {}, texts.some(i, r?.some.length ?? 0)))
			)
		)
	);
	const groups = Map.groupBy(c.replies, reply => reply.rule);
	$('proof-replies').hidden = !open();
	fill(
		$('proof-replies'),
		element('h2', { id: 'h-proof-replies' }, texts.replies),
		element(
			'ul',
			{},
			...[...groups]
				.sort(([a], [b]) => Number(a) - Number(b))
				.map(([rule, replies]) =>
					element(
						'li',
						{},
						...replies.map(reply => element('button', { 'data-move': reply.move }, reply.move)),
						...(rule ? [element('span', {}, texts.leads(rule, r))] : [])
					)
				)
		)
	);
	fill(
		$('proof-left'),
		element('h2', { id: 'h-proof-left' }, texts.left),
		element('progress', { max: c.claim.rules, value: c.left.rules, 'aria-labelledby': 'h-proof-left' }),
		element('p', {}, texts.rest(c)),
		element('p', {}, element('small', {}, texts.claim(c.claim, words.home.name(entry(c.claim.variant)))))
	);
	$('proof-back').disabled = $('proof-again').disabled = !before();
}

/** The position before the last move of the loser's; undefined if there is none. */
function before() {
	const { at } = store.here,
		own = Number(at.rules?.to_move == loser()); // whether the last move was the winner's
	return tree.path(at).findLast(n => (at.ply - n.ply) % 2 == own)?.parent;
}

/** Makes what the room has, and listens. */
export function listen() {
	const file = make();
	file.onchange = () => {
		if (file.files?.[0]) take(file.files[0]);
		file.value = '';
	};
	$('proof-examples').onclick = e => {
		const { game, board } = e.target.dataset;
		if (game) use(task => task.ask('certificate', { variant: game, board }));
	};
	$('proof-replies').onclick = e => {
		if (e.target.dataset.move) stage.played(e.target.dataset.move);
	};
	const to = n => {
		if (n) {
			n.children = [];
			stage.visit(n);
		}
	};
	$('proof-back').onclick = () => to(before());
	$('proof-again').onclick = () => to(store.here.root);
	$('proof-other').onclick = () => {
		proof = null;
		refuse('');
		stage.show(true);
	};
	$('proof-over').onchange = stage.paint;
}
