// @ts-check
// The page: puts the rooms together, and shows what the address says.
import * as engine from './engine.js';
import * as words from './words.js';
import { $, say } from './dom.js';
import { store, read, fresh, ownBoard } from './store.js';
import * as stage from './stage.js';
import * as home from './home.js';
import * as play from './play.js';
import * as analyse from './analyse.js';
import * as review from './review.js';
import * as puzzle from './puzzle.js';
import * as edit from './edit.js';
import * as make from './make.js';
import * as mine from './mine.js';
import * as share from './share.js';

Object.assign(stage.rooms, { home: home.room, play: play.room, review: review.room, analyse: analyse.room, puzzle: puzzle.room, make: make.room, edit: edit.room });

/** Keys anywhere on the page. @param {KeyboardEvent} e */
function key(e) {
	if (e.altKey || e.ctrlKey || e.metaKey || /** @type {Element} */ (e.target).closest('select, input, textarea, dialog') || document.querySelector('dialog[open]')) return;
	const { mode } = store, press = id => () => { if (!$(id).disabled && $(id).checkVisibility()) $(id).click(); };
	const ways = ['analyse', 'puzzle', 'review'].includes(mode) ? {
		ArrowLeft: press('back'), ArrowRight: press('next'), Home: press('first'), End: press('last'), n: () => analyse.mistake(1), N: () => analyse.mistake(-1),
		v: press('values'), w: press('show'), b: press('best'),
	} : mode == 'play' ? { u: press('undo') } : {};
	const does = { ...ways, h: press('clue'), '?': () => $('help').showModal(), Escape: mode == 'home' ? undefined : stage.cancel }[e.key];
	if (does) { e.preventDefault(); does(); }
}

/** Opens a game of another kind, or on another board, in the same room. @param {string} variant @param {string} board */
function change(variant, board) {
	if (store.mode == 'puzzle') puzzle.go(variant, '1', board, store.here.depth);
	else stage.open(fresh(variant, board), store.mode);
}

/** Listens, and shows the game of the address. */
async function begin() {
	store.games = await engine.ask('variants', {});
	await read(history.state);
	$('variant').onchange = () => change($('variant').value, (store.mode == 'play' ? play.playBoard : ownBoard)($('variant').value));
	$('board').onchange = () => { if ($('board').value == 'other') stage.enter('edit'); else change(store.here.variant, $('board').value); };
	for (const mode of Object.keys(stage.rooms)) {
		$('mode-' + mode).hidden = !engine.whole && !['home', 'review', 'analyse'].includes(mode);
		$('mode-' + mode).onclick = () => stage.enter(mode);
	}
	$('mine-open').hidden = $('mode-home').disabled = !engine.whole;
	$('keys').onclick = () => $('help').showModal();
	document.onkeydown = key;
	for (const part of [stage, home, play, review, analyse, puzzle, edit, make, mine, share]) part.listen();
	onpopstate = async e => { await read(e.state); await stage.show(); };
	await stage.show();
}

begin().catch(e => { say(words.hints.wait); stage.lost(); throw e; });
