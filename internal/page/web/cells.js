// @ts-check
// Cells and marks as SVG, and where they are.
/** @import { Cell, Rules } from './types' */
import { svg } from './dom.js';

export const size = 60,
	tip = 35,
	shoulder = 17; // a hexagon is size wide and stands on a corner

/** The middle of a cell, which need not be on the board. @param {Rules} rules @param {{row: number, col: number}} cell */
export const centre = (rules, { row, col }) =>
	rules.shape == 'hexagon'
		? { x: (col + row / 2 + 0.5) * size, y: row * (tip + shoulder) + tip }
		: { x: (col + 0.5) * size, y: (row + 0.5) * size };

/** The shape of a cell, so much smaller on all sides. @param {Rules} rules @param {Cell} cell @param {number} inset
 * @param {Record<string, string|number>} [attributes] */
export function box(rules, cell, inset, attributes = {}) {
	const { x, y } = centre(rules, cell),
		half = size / 2 - inset;
	if (rules.shape == 'vertex') return svg('circle', { cx: x, cy: y, r: half - 3, ...attributes });
	if (rules.shape == 'hexagon') return svg('path', { d: hexagon(x, y, half), ...attributes });
	return svg('rect', {
		x: x - half,
		y: y - half,
		width: 2 * half,
		height: 2 * half,
		rx: Math.min(8, half / 4),
		...attributes,
	});
}

/** A hexagon by its middle and half of its width. */
export function hexagon(x, y, half) {
	const [t, s] = [tip, shoulder].map(n => (n * half * 2) / size);
	return (
		'M'
		+ [
			[0, -t],
			[half, -s],
			[half, s],
			[0, t],
			[-half, s],
			[-half, -s],
		]
			.map(([dx, dy]) => `${x + dx} ${y + dy}`)
			.join('L')
		+ 'Z'
	);
}

/** What is in a cell; blocked, too, if it is closed to both players. @param {Cell} cell */
export const content = cell => (cell.closed?.length == 2 ? 'blocked' : cell.content);

/** A cell by its name. @param {Rules} rules @param {string} name @returns {Cell} */
export const find = (rules, name) => /** @type {Cell} */ (rules.cells.find(c => c.name == name));

/** The mark of a player. */
export function mark(player, x, y, kind, r = 14) {
	if (r == 14) y += 3;
	if (r == 14 && kind == 'old') r = 10; // smaller, not only paler
	if (player == 'O') return svg('circle', { class: `mark O ${kind}`, cx: x, cy: y, r });
	return svg('path', {
		class: `mark X ${kind}`,
		d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`,
	});
}
