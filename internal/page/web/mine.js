// @ts-check
// My games: the list of what the browser has kept; and games that come from outside, as a link, a record, a
// position or moves.
import * as engine from './engine.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, fill, write as text } from './dom.js';
import { store, fresh, revived, entry, add } from './store.js';
import * as stage from './stage.js';

let gone = /** @type {saved.Kept|null} */ (null); // what was deleted last

/** Shows the list. */
export function list() {
	const all = saved.games();
	fill(
		$('mine-list'),
		...all.map(g => {
			const name = g.name || words.saved(g, entry(g.variant));
			const button = (does, label) =>
				element('button', { 'data-does': does, 'data-id': g.id, 'aria-label': `${label}: ${name}` }, label);
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

/** Opens what a text says: a link, a record, a position, or moves. @param {string} source */
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

/** Listens to the list. */
export function listen() {
	$('mine-open').onclick = () => {
		gone = null;
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
			if (store.game?.id == id) store.game.mine = false;
			list();
			$('mine-undo').focus();
		} else {
			const name = prompt(words.mine.name, kept.name || words.saved(kept, entry(kept.variant)));
			if (name == null) return;
			saved.save({ ...kept, name: name.slice(0, 80) });
			if (store.game?.id == id) store.game.name = name.slice(0, 80);
			list();
		}
	};
	$('mine-undo').onclick = () => {
		if (gone) saved.save(gone);
		if (gone && store.game?.id == gone.id) store.game.mine = true;
		gone = null;
		list();
	};
	$('mine-take').onclick = () => take($('mine-text').value);
}
