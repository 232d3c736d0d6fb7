// @ts-check
// The worth of a position in a sum of games, and its temperature.
/** @import { Study } from './types' */
import * as words from './words.js';
import { $, element, fill, svg } from './dom.js';
import { explain } from './terms.js';

let drawn = ''; // the thermograph that is shown

/** Paints the panel. It is for games of marks. @param {Study|null|undefined} study of a position that may be valued */
export function paint(study) {
	const worth = study?.worth;
	$('h-worth').hidden = !worth;
	if (!worth) return;
	const picture = worth.thermograph?.svg ?? '';
	if (picture != drawn) {
		// A tag and its text at a time: where Trusted Types are enforced, no text is parsed as a document.
		const shapes = [...picture.matchAll(/<(\w+)([^>]*)>([^<]*)/g)].map(([, name, more, text]) =>
			svg(name, Object.fromEntries([...more.matchAll(/([\w-]+)="([^"]*)"/g)].map(m => m.slice(1))), text)
		);
		shapes[0]?.append(...shapes.slice(1));
		$('heat').replaceChildren(...shapes.slice(0, 1));
		drawn = picture;
	}
	const { value, components, moves } = worth,
		several = components.length > 1;
	fill(
		$('worth'),
		...(value ? [element('p', {}, element('code', {}, words.cut(value, 160)))] : []),
		element('p', {}, ...explain(words.worth(worth))),
		...['X', 'O'].map(player => element('p', {}, words.hottest(player, moves))),
		...(several ? [element('ul', {}, ...components.map(c => element('li', {}, ...part(c))))] : [])
	);
}

/** A component. @param {import('./api').ComponentWorth} c @returns {(string|Node)[]} */
const part = c => [
	c.cells.join(' ') + ': ',
	element('code', {}, c.value ? words.cut(c.value, 60) : '?'),
	c.temperature ? `, temperature ${c.exact ? '' : 'at most '}${words.number(c.temperature)}` : '',
];
