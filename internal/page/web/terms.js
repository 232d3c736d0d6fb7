// @ts-check
// Words of the trade, explained where they stand: by a click, a touch, or Enter.
import * as words from './words.js';
import { $, element, write as text } from './dom.js';

const any = new RegExp(words.terms.map(([word]) => `(?:${word.source})`).join('|'), 'gi');

/** What a word means. @param {string} word */
const meaning = word => words.terms.find(([term]) => term.test(word))?.[1] ?? '';

/** The nodes of a text in which words are explained, each once. @param {string} said @returns {(string|Node)[]} */
export function explain(said) {
	const all = /** @type {(string|Node)[]} */ ([]),
		seen = new Set();
	let from = 0;
	for (const found of said.matchAll(any)) {
		const [word] = found,
			means = meaning(word),
			at = /** @type {number} */ (found.index);
		if (seen.has(means)) continue;
		seen.add(means);
		all.push(
			said.slice(from, at),
			element('span', { class: 'term', role: 'button', tabindex: 0, 'data-term': word, title: means }, word)
		);
		from = at + word.length;
	}
	return [...all, said.slice(from)].filter(Boolean);
}

/** Explains a word, if an event is about one. @param {Event} e */
function show(e) {
	const word = /** @type {Element} */ (e.target).closest('[data-term]')?.getAttribute('data-term');
	if (!word || (e instanceof KeyboardEvent && e.key != 'Enter' && e.key != ' ')) return;
	e.preventDefault();
	e.stopPropagation();
	text('term', meaning(word));
	$('term').showPopover();
	$('term').focus();
}

/** Listens to all words. */
export function listen() {
	document.addEventListener('click', show);
	document.body.addEventListener('keydown', show);
}
