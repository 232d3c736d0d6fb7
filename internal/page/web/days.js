// @ts-check
// Days: which day it is, the results of their puzzles, and when the next day begins. A day is a text, as in 2026-11-22,
// and begins at midnight where the clock is.
import * as saved from './saved.js';

/** @typedef {import('./saved.js').Result} Result */

/** The day of a moment. @param {Date} [d] */
export const today = (d = new Date()) =>
	[String(d.getFullYear()).padStart(4, '0'), d.getMonth() + 1, d.getDate()]
		.map(n => String(n).padStart(2, '0'))
		.join('-');

/** Noon of a day. @param {string} day */
export function noon(day) {
	const [year, month, date] = day.split('-').map(Number);
	return new Date(year, month - 1, date, 12);
}

/** The day n days after another one, or before it. @param {string} day @param {number} n */
export function after(day, n) {
	const d = noon(day);
	d.setDate(d.getDate() + n);
	return today(d);
}

/** A day, "" if the text is none. @param {string|null|undefined} text */
export const sound = text => (text && /^\d{4}-\d\d-\d\d$/.test(text) && today(noon(text)) == text ? text : '');

/** The day that the number of a puzzle stood for in former links, "" for other numbers. @param {string|null} seed */
export const ofSeed = seed => (/^\d{8}$/.test(seed ?? '') ? sound(seed?.replace(/(....)(..)(..)/, '$1-$2-$3')) : '');

/** The Monday of a day's week. @param {string} day */
export const monday = day => after(day, -((noon(day).getDay() + 6) % 7));

/** The result of the puzzle of a day: won on its day or ahead of it, solved later, missed, begun, or none.
 * @param {string} day @returns {'won'|'late'|'missed'|'begun'|''} */
export function state(day) {
	const r = saved.result({ day });
	if (!r) return '';
	if (r.end == 'solved') return today(new Date(r.began ?? r.date)) <= day ? 'won' : 'late';
	return r.mended ? 'late' : r.end ? 'missed' : r.wrong ? 'begun' : '';
}

/** How many days in a row were won, up to today, or up to yesterday while today's puzzle is open. */
export function row() {
	let day = today(),
		n = 0;
	if (state(day) != 'won') day = after(day, -1);
	for (; state(day) == 'won'; day = after(day, -1)) n++;
	return n;
}

/** The most days in a row that were ever won. */
export function best() {
	let most = 0;
	for (const { day } of saved.results()) {
		if (!day || state(day) != 'won' || state(after(day, -1)) == 'won') continue;
		let n = 1;
		while (state(after(day, n)) == 'won') n++;
		most = Math.max(most, n);
	}
	return most;
}

/** How long it is until the next day, as in 6:59:12. */
export function left() {
	const now = new Date(),
		next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1),
		s = Math.max(0, Math.ceil((next.getTime() - now.getTime()) / 1000));
	return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60]
		.map((n, i) => (i ? String(n).padStart(2, '0') : n))
		.join(':');
}

/** Calls tick every second while the page is visible, and midnight when another day has come, also after the device
 * slept.
 * @param {() => void} tick @param {(before: string) => void} midnight */
export function watch(tick, midnight) {
	let day = today();
	const look = () => {
		if (document.hidden) return;
		const before = day;
		day = today();
		if (day != before) midnight(before);
		tick();
	};
	setInterval(look, 1000);
	document.addEventListener('visibilitychange', look);
}

/** Gives the results of days that were kept by the date as a number to their days. The five games took turns then.
 * @param {string[]} five */
export function migrate(five) {
	for (const r of saved.results()) {
		const day = !r.day && !r.board && !r.depth && ofSeed(r.seed);
		if (!day) continue;
		const [year, month, date] = day.split('-').map(Number);
		if (five[(Date.UTC(year, month - 1, date) / 86_400_000) % five.length] != r.variant) continue;
		if (!saved.result({ day })) saved.settle({ ...r, day, seed: '' });
		saved.forget(r);
	}
}
