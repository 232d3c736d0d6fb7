// @ts-check
// Sharing: a link, a picture, the record, the analysis, the certificate.
import * as engine from './engine.js';
import * as words from './words.js';
import { $, say } from './dom.js';
import { store, parameters } from './store.js';

/** Lets the browser save a file. @param {string} name @param {string|Blob} content @param {string} type */
export function save(name, content, type) {
	const a = document.createElement('a');
	a.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Copies the link to what is shown. */
export async function link() {
	await navigator.clipboard.writeText(location.href);
	say(words.hints.copied);
}

/** A picture as PNG. @param {string} picture as SVG */
async function png(picture) {
	const image = new Image();
	image.src = 'data:image/svg+xml,' + encodeURIComponent(picture);
	await image.decode();
	const canvas = document.createElement('canvas'), scale = 2;
	[canvas.width, canvas.height] = [image.naturalWidth * scale, image.naturalHeight * scale];
	canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise(done => canvas.toBlob(done, 'image/png'));
}

/** Listens to the menu. */
export function listen() {
	const ask = (kind, more = {}) => engine.ask(kind, { ...parameters(), ...more }, undefined);
	const picture = () => ask('board.svg', { values: $('values').checked ? '1' : '' });
	const does = {
		link,
		svg: async () => save('gridlock.svg', await picture(), 'image/svg+xml'),
		png: async () => save('gridlock.png', await png(await picture()), 'image/png'),
		record: async () => save('gridlock.txt', await ask('record'), 'text/plain'),
		json: async () => save('gridlock.json', JSON.stringify(store.here.at.study ?? await ask('analysis'), null, '\t') + '\n', 'application/json'),
		proof: async () => { say(words.hints.proving); save('gridlock.proof', await ask('certificate'), 'application/octet-stream'); say(''); },
		report: async () => { say(words.hints.thinking); save('gridlock.html', await ask('report'), 'text/html'); say(''); },
	};
	for (const [id, f] of Object.entries(does)) {
		$('save-' + id).hidden = id == 'report' ? !engine.reports : !engine.whole && id != 'link' && id != 'json';
		$('save-' + id).onclick = () => f().catch(e => say(e.problem?.detail ?? String(e.message ?? e)));
	}
}
