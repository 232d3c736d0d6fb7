// @ts-check
// Sounds, which are off until somebody asks for them: a mark, and the end of a game.
import * as saved from './saved.js';
import * as words from './words.js';
import { $ } from './dom.js';

let audio = /** @type {AudioContext|null} */ (null);

const on = () => saved.get('sound') == 'on';

/** The notes of each sound: hertz, and when each begins, in seconds. @type {Record<string, [number, number][]>} */
const notes = {
	place: [[330, 0]],
	win: [
		[392, 0],
		[494, 0.11],
		[587, 0.22],
	],
	lose: [
		[294, 0],
		[247, 0.14],
	],
};

/** Plays a sound, if they are wanted. @param {string} name */
export function play(name) {
	if (!on() || typeof AudioContext == 'undefined') return;
	audio ??= new AudioContext();
	for (const [hertz, after] of notes[name]) {
		const begin = audio.currentTime + after,
			note = audio.createOscillator(),
			loud = audio.createGain();
		note.type = 'triangle';
		note.frequency.value = hertz;
		loud.gain.setValueAtTime(0.18, begin);
		loud.gain.exponentialRampToValueAtTime(0.001, begin + 0.18);
		note.connect(loud).connect(audio.destination);
		note.start(begin);
		note.stop(begin + 0.2);
	}
}

/** Shows whether there are sounds. */
function paint() {
	$('sound').setAttribute('aria-pressed', String(on()));
	$('sound').title = words.hints.sound(on());
}

/** Listens to the button. */
export function listen() {
	paint();
	$('sound').onclick = () => {
		saved.set('sound', on() ? 'off' : 'on');
		paint();
		play('place');
	};
}
