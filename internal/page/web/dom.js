// @ts-check
// Makes elements, and changes present ones as little as possible.

import { sentences } from './words.js';

/** @param {string} id @returns {any} */
export const $ = id => document.getElementById(id);

/** Makes an element. @param {Element} e @param {Record<string, unknown>} attributes
 * @param {(Node|string)[]} children */
function filled(e, attributes, children) {
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
	e.append(...children);
	return e;
}

/** An element of HTML. @param {string} name @param {Record<string, unknown>} attributes @param {...(Node|string)}
 * children */
export const element = (name, attributes, ...children) =>
	/** @type {HTMLElement} */ (filled(document.createElement(name), attributes, children));

/** An element of SVG. @param {string} name @param {Record<string, unknown>} attributes @param {...(Node|string)}
 * children */
export const svg = (name, attributes, ...children) =>
	/** @type {SVGElement} */ (
		filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
	);

/** Gives an element other content. Equal parts stay, and with them the focus. @param {Element} parent @param
 * {...(Node|string)} children */
export function fill(parent, ...children) {
	const old = [...parent.childNodes],
		fresh = children.map(c => (typeof c == 'string' ? document.createTextNode(c) : c));
	fresh.forEach((c, i) => (i < old.length ? morph(old[i], c) : parent.append(c)));
	for (const c of old.slice(fresh.length)) c.remove();
}

/** Makes a node like another one. @param {any} old @param {any} fresh */
function morph(old, fresh) {
	if (old.isEqualNode(fresh)) return;
	if (old.nodeName != fresh.nodeName || old.nodeType != Node.ELEMENT_NODE) {
		old.replaceWith(fresh);
		return;
	}
	for (const name of old.getAttributeNames())
		if (!fresh.hasAttribute(name) && name != 'style') old.removeAttribute(name);
	for (const name of fresh.getAttributeNames()) {
		const value = fresh.getAttribute(name);
		if (old.getAttribute(name) != value && name != 'style') old.setAttribute(name, value);
	}
	fill(old, ...fresh.childNodes);
}

/** Sets a text, if it is another one. @param {string} id @param {string} text */
export function write(id, text) {
	if ($(id).textContent != text) $(id).textContent = text;
}

/** Says sentences below the board. @param {string} text @param {...[string, () => void]} buttons */
export function say(text, ...buttons) {
	write('hint', sentences(text));
	$('offers').replaceChildren(
		...buttons.map(([label, does]) => {
			const b = element('button', {}, label);
			b.onclick = does;
			return b;
		})
	);
}
