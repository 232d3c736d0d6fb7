// @ts-check
// Sharing: a link, a picture, the record, the analysis, the certificate.
import * as engine from './engine.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { apng } from './apng.js';
import { $, say } from './dom.js';
import { store, parameters, silent } from './store.js';

/** Lets the browser save a file. @param {string} name @param {string|Blob} content @param {string} type */
export function save(name, content, type) {
	const a = document.createElement('a');
	a.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Copies a text or, if the browser does not allow that, shows it for copying. @param {string} text @param {string}
 * said @param {...[string, () => void]} buttons that are offered on */
export async function copy(text, said, ...buttons) {
	try {
		await navigator.clipboard.writeText(text);
		say(said, ...buttons);
	} catch {
		prompt(words.hints.copy, text);
	}
}

/** Shares a text: by the device's own means, or as a copy. @param {string} text @param {string} said
 * @param {...[string, () => void]} buttons that are offered on */
export async function send(text, said, ...buttons) {
	if (!navigator.share) return copy(text, said, ...buttons);
	await navigator.share({ text }).catch(() => {}); // the person cancelled it
}

/** Copies the link to the present view. */
export const link = () => copy(location.href, silent() ? words.hints.silent : words.hints.copied);

/** A picture as PNG. @param {string} picture as SVG @returns {Promise<Blob>} */
async function png(picture) {
	const image = new Image();
	image.src = 'data:image/svg+xml,' + encodeURIComponent(picture);
	await image.decode();
	const canvas = document.createElement('canvas'),
		scale = 2;
	[canvas.width, canvas.height] = [image.naturalWidth * scale, image.naturalHeight * scale];
	canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise(done => canvas.toBlob(blob => done(/** @type {Blob} */ (blob)), 'image/png'));
}

/** The game as an animated picture: its start, and the position after each of its moves. */
async function animation() {
	const { here } = store,
		frames = [];
	for (const n of [here.root, ...tree.line(here.at)]) {
		const picture = await png(await engine.ask('board.svg', parameters(n, here)));
		frames.push(new Uint8Array(await picture.arrayBuffer()));
	}
	return apng(frames);
}

/** Listens to the menu. */
export function listen() {
	const ask = (kind, more = {}) => engine.ask(kind, { ...parameters(), ...more }, undefined);
	const picture = () => ask('board.svg', { values: $('values').checked ? '1' : '' });
	const does = {
		link,
		svg: async () => save('gridlock.svg', await picture(), 'image/svg+xml'),
		png: async () => save('gridlock.png', await png(await picture()), 'image/png'),
		apng: async () => {
			say(words.hints.drawing);
			save('gridlock-game.png', await animation(), '');
			say('');
		},
		record: async () => save('gridlock.txt', tree.annotate(await ask('record'), store.here.at), 'text/plain'),
		json: async () =>
			save(
				'gridlock.json',
				JSON.stringify(store.here.at.study ?? (await ask('analysis')), null, '\t') + '\n',
				'application/json'
			),
		proof: async () => {
			say(words.hints.proving);
			save('gridlock.proof', await ask('certificate'), 'application/octet-stream');
			say('');
		},
		report: async () => {
			say(words.hints.thinking);
			save('gridlock.html', await ask('report'), 'text/html');
			say('');
		},
	};
	for (const [id, f] of Object.entries(does)) {
		$('save-' + id).hidden = id == 'report' ? !engine.reports : !engine.whole && id != 'link' && id != 'json';
		$('save-' + id).onclick = () => f().catch(e => say(words.failure(e)));
	}
}
