// @ts-check
// What the browser keeps: settings, and the games, each under a name of its own, so that tabs do not
// overwrite what others have written. It is written at every move, so nothing is lost with a tab.

/** A game as it is kept.
 * @typedef {{id: string, name: string, variant: string, board: string, start: string, moves: string, at: number, plies: number, mode: string,
 *   sides: {X: string, O: string}, given: string, position: string, over: boolean, changed: number}} Kept */

const memory = new Map(); // what the browser has no room for, or must not keep
const prefix = 'gridlock game ';

/** A setting, or null. @param {string} name @returns {string|null} */
export function get(name) {
	try { return memory.get(name) ?? localStorage.getItem(name); } catch { return null; }
}

/** Keeps a setting; false if it goes with the page. @param {string} name @param {string} value */
export function set(name, value) {
	try {
		localStorage.setItem(name, value);
		return memory.delete(name) || true;
	} catch {
		memory.set(name, value);
		return false;
	}
}

/** The games, the last one first. @returns {Kept[]} */
export function games() {
	const names = new Set(memory.keys());
	try { for (const name of Object.keys(localStorage)) names.add(name); } catch { /* in memory only */ }
	const all = [...names].filter(n => n.startsWith(prefix)).map(n => load(n.slice(prefix.length)));
	return /** @type {Kept[]} */ (all.filter(Boolean)).sort((a, b) => b.changed - a.changed);
}

/** A game, or null. @param {string} id @returns {Kept|null} */
export function load(id) {
	try { return JSON.parse(get(prefix + id) ?? 'null'); } catch { return null; }
}

/** Keeps a game; false if it goes with the page. @param {Kept} game */
export const save = game => set(prefix + game.id, JSON.stringify(game));

/** Forgets a game. @param {string} id */
export function remove(id) {
	memory.delete(prefix + id);
	try { localStorage.removeItem(prefix + id); } catch { /* it was in memory only */ }
}
