// @ts-check
// My games: the list of games that the browser has kept; and games from outside, as a link, a record, a position or
// moves.
import * as engine from './engine.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, write as text } from './dom.js';
import { store, fresh, revived, entry, add } from './store.js';
import * as stage from './stage.js';

let gone = /** @type {saved.Kept|null} */ (null); // what was deleted last
let naming = ''; // the game that is getting another name

/** Shows the list. */
export function list() {
	const all = saved.games();
	fill(
		$('mine-list'),
		...all.map(g => {
			const name = g.name || words.saved(g, entry(g.variant));
			const button = (does, label) =>
				element('button', { 'data-does': does, 'data-id': g.id, 'aria-label': `${label}: ${name}` }, label);
			if (g.id == naming) {
				const field = { id: 'mine-name', maxlength: 80, 'aria-label': words.mine.name, value: name };
				const leave = { type: 'button', 'data-does': 'leave', 'data-id': g.id };
				return element(
					'li',
					{},
					element(
						'form',
						{ class: 'ways' },
						element('input', field),
						element('button', {}, words.mine.keep),
						element('button', leave, words.mine.leave)
					)
				);
			}
			return element(
				'li',
				{},
				element('span', {}, element('strong', {}, name), ' ', element('small', {}, words.when(g.changed))),
				button('open', words.mine.open),
				...(g.plies ? [button('review', words.mine.review)] : []),
				button('rename', words.mine.rename),
				button('remove', words.mine.remove)
			);
		})
	);
	text('mine-none', all.length ? '' : words.mine.none);
	$('mine-undo').hidden = !gone;
	if (!$('mine').open) $('mine').showModal();
}

/** Opens the game in a text: a link, a record, a position, or moves. @param {string} source */
async function take(source) {
	const given = source.trim(),
		record = given.startsWith('gridlock-game'),
		link = !record && given.match(/#(v=\S*|mode=\S*)/);
	if (!given) return;
	if (link) {
		$('mine').close();
		location.hash = link[1];
		return;
	}
	const variant = store.here?.variant ?? entry('lockdown')?.variant,
		field = name => [...given.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(m => m[1].trim()).join(' ');
	const what = record
		? { variant: field('variant') || field('rules'), position: field('start'), moves: field('moves') }
		: given.includes('/')
			? { variant, position: given, moves: '' }
			: { variant, position: '', moves: given };
	try {
		const [game] = await engine.ask('variants', { variant: what.variant });
		add(game);
		const rules = await engine.ask('position', what);
		const g = fresh(game.variant, '', what.position);
		for (const move of rules.played) g.at = tree.play(g.at, move);
		if (record) tree.annotated(g.root, given);
		g.mine = true;
		$('mine').close();
		await stage.open(g, 'analyse');
	} catch (e) {
		text('mine-wrong', words.failure(e));
	}
}

/** Gives the game its name, unless that is null. @param {string|null} name */
function rename(name) {
	const id = naming,
		kept = saved.load(id);
	naming = '';
	if (kept && name != null) saved.save({ ...kept, name });
	const { game } = store;
	if (name != null && game?.id == id) game.name = name;
	list();
	$('mine-list').querySelector(`[data-does=rename][data-id="${id}"]`)?.focus();
}

/** Listens to the list. */
export function listen() {
	$('mine-open').onclick = () => {
		[gone, naming] = [null, ''];
		text('mine-wrong', '');
		list();
	};
	$('mine-list').onclick = e => {
		const { does, id } = e.target.closest('[data-does]')?.dataset ?? {},
			kept = id && saved.load(id);
		if (!kept) return;
		if (does == 'open' || does == 'review') {
			$('mine').close();
			stage.open(revived(kept), does == 'open' ? kept.mode : does);
		} else if (does == 'remove') {
			gone = kept;
			saved.remove(id);
			if (store.game && store.game.id == id) store.game.mine = false;
			list();
			$('mine-undo').focus();
		} else if (does == 'rename') {
			naming = id;
			list();
			$('mine-name').focus();
			$('mine-name').select();
		} else rename(null);
	};
	$('mine-list').onsubmit = e => {
		e.preventDefault();
		rename($('mine-name').value.trim());
	};
	$('mine-undo').onclick = () => {
		if (gone) saved.save(gone);
		if (gone && store.game?.id == gone.id) store.game.mine = true;
		gone = null;
		list();
	};
	$('mine-take').onclick = () => take($('mine-text').value);
}
