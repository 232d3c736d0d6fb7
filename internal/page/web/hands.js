// @ts-check
// Input on the board: clicks, touches, drags and keys.
import * as board from './board.js';
import * as words from './words.js';
import { $, say } from './dom.js';
import { store, join } from './store.js';
import { stage, room, valued, playable } from './position.js';
import { paint, echo, part, look, reveal, pointed, focusCell } from './picture.js';
import { cancel, visit } from './stage.js';

/** A click on a cell, or Enter. @param {string} name */
function press(name) {
	stage.focus = name;
	const { rules } = store.here.at;
	if (!rules || rules.guessed) return; // the position is not there yet
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
		echo(rules, name, 'ghost').then(paint);
	} else room().press?.(m);
}

/** The cell that an event is about. @param {any} e @returns {string} */
const cellOf = e => e.target.closest?.('[data-cell]')?.getAttribute('data-cell') ?? '';

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
		if (e.pointerType == 'mouse') pointed(cellOf(e));
	};
	place.onpointerleave = () => {
		pointed('');
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
