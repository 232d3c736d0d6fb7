// @ts-check
// The page: puts the rooms together, and shows what the address says.
import * as engine from './engine.js';
import * as words from './words.js';
import { $, element, say, write as text } from './dom.js';
import { store, read, fresh, entry, ownBoard, embedded } from './store.js';
import * as stage from './stage.js';
import * as hands from './hands.js';
import { focusCell } from './picture.js';
import { run } from './task.js';
import * as home from './home.js';
import * as play from './play.js';
import * as players from './players.js';
import * as sound from './sound.js';
import * as analyse from './analyse.js';
import * as review from './review.js';
import * as puzzle from './puzzle.js';
import * as edit from './edit.js';
import * as mine from './mine.js';
import * as atlas from './atlas.js';
import * as share from './share.js';
import * as terms from './terms.js';
import * as saved from './saved.js';

/** A room that few people enter: its script is fetched when somebody does.
 * @param {() => Promise<{room: stage.Room, listen: () => void}>} script @returns {stage.Room} */
function later(script) {
	const room = /** @type {stage.Room} */ ({
		values: () => false,
		open: () => false,
		paint: () => {},
		load: async () => {
			const part = await script().catch(() => {
				// browsers may not try it again
				text('gone', words.hints.part);
				$('gone').hidden = false;
				throw Object.assign(new Error(), { problem: { detail: words.hints.part } });
			});
			if (!room.load) return;
			Object.assign(room, part.room, { load: null });
			part.listen();
		},
	});
	return room;
}

Object.assign(stage.rooms, {
	home: home.room,
	play: play.room,
	review: review.room,
	analyse: analyse.room,
	puzzle: puzzle.room,
	make: later(() => import('./make.js')),
	proof: later(() => import('./proof.js')),
	atlas: atlas.room,
	edit: edit.room,
});

/** Shows the tour; its last button begins the easiest game. */
async function tour() {
	const part = await import('./tour.js').catch(() => null);
	part?.show(() => {
		const game = players.begun('lockdown', play.playBoard('lockdown'));
		for (const side of players.sides) game.sides[side] &&= 'random';
		stage.open(game, 'play');
	});
}

/** Keys anywhere on the page. @param {KeyboardEvent} e */
function key(e) {
	if (
		e.altKey
		|| e.ctrlKey
		|| e.metaKey
		|| /** @type {Element} */ (e.target).closest('select, input, textarea, dialog, [popover]')
		|| document.querySelector('dialog[open]')
	)
		return;
	const { mode } = store,
		press = id => () => {
			if ($(id) && !$(id).disabled && $(id).checkVisibility()) $(id).click();
		};
	const ways = ['analyse', 'puzzle', 'review'].includes(mode)
		? {
				ArrowLeft: press('back'),
				ArrowRight: press('next'),
				Home: press('first'),
				End: press('last'),
				n: () => analyse.mistake(1),
				N: () => analyse.mistake(-1),
				v: press('values'),
				w: press('show'),
				b: press('best'),
				l: press('line'),
				',': press('step-back'),
				'.': press('step-next'),
			}
		: mode == 'play'
			? { u: press('undo') }
			: mode == 'proof'
				? { u: press('proof-back') }
				: {};
	const does = {
		...ways,
		h: press('clue'),
		m: press('sound'),
		'?': () => $('help').showModal(),
		Escape: mode == 'home' ? undefined : stage.cancel,
	}[e.key];
	if (does) {
		e.preventDefault();
		does();
	}
}

/** Opens a game of another kind, or on another board, in the same room. @param {string} variant @param {string} board */
function change(variant, board) {
	if (store.mode == 'puzzle') puzzle.go(variant, '1', board, store.here.depth);
	else if (store.mode == 'play') stage.open(players.begun(variant, board), 'play');
	else stage.open(fresh(variant, board), store.mode);
}

/** Listens, and shows the game of the address. */
async function begin() {
	document.body.toggleAttribute('data-embed', embedded);
	$('outside').hidden = !embedded;
	if (embedded) $('stage').prepend(element('h1', { class: 'said' }, 'Gridlock')); // the header is not shown
	store.games = await engine.ask('variants', {});
	saved.rename(variant => entry(variant)?.variant ?? variant);
	await read(history.state);
	$('variant').onchange = () =>
		change($('variant').value, (store.mode == 'play' ? play.playBoard : ownBoard)($('variant').value));
	$('board').onchange = () => {
		if ($('board').value == 'other') stage.enter('edit');
		else change(store.here.variant, $('board').value);
	};
	for (const mode of Object.keys(stage.rooms)) {
		$('mode-' + mode).hidden = !engine.whole && !['home', 'review', 'analyse'].includes(mode);
		$('mode-' + mode).onclick = () => stage.enter(mode);
	}
	$('mine-open').hidden = $('more').hidden = $('mode-home').disabled = !engine.whole;
	$('keys').onclick = () => $('help').showModal();
	$('skip').onclick = focusCell;
	$('skip').hidden = false;
	const others = open => $('more').setAttribute('aria-expanded', String(open));
	$('more').onclick = () => others($('more').getAttribute('aria-expanded') != 'true');
	document.addEventListener('click', e => {
		if (!(/** @type {Element} */ (e.target).closest('#more'))) others(false);
	});
	document.onkeydown = key;
	for (const part of [sound, hands, home, play, review, analyse, edit, atlas, mine, share, terms]) part.listen();
	puzzle.listen(() => store.mode == 'home' && home.room.paint());
	document.ondragover = e => {
		if (engine.whole && e.dataTransfer?.types.includes('Files')) e.preventDefault();
	};
	document.ondrop = async e => {
		const file = e.dataTransfer?.files[0];
		if (!file || !engine.whole) return;
		e.preventDefault();
		await stage.enter('proof');
		stage.rooms.proof.take?.(file);
	};
	onpopstate = async e => {
		await read(e.state);
		await stage.show();
	};
	engine.renewed(use => {
		$('renewed').hidden = false;
		$('renew').onclick = use;
	});
	$('tour-again').hidden = !engine.whole;
	$('tour-again').onclick = () => {
		$('help').close();
		tour();
	};
	await stage.show();
	if (store.mode == 'home' && engine.whole && !saved.get('tour') && !saved.games().length) tour();
}

stage.listen();
run('begin', begin);
