// @ts-check
// Small pictures of positions; and the first positions of a game of each kind, for its picture, which shows the last
// one and can move.
/** @import { Cell, Rules } from './types' */
import { svg, fill } from './dom.js';
import { size, tip, centre, box, mark } from './cells.js';

/** Positions by games, parted by strokes. @type {Record<string, string>} */
const samples = {
	classic: '4/4/4/4|4/1X2/4/4|4/1xO1/4/4|4/1xo1/2X1/4|4/1xo1/2x1/2O1',
	duel: '4/4/4/4|4/1X2/4/4|4/1X2/2O1/4|3X/1X2/2O1/4|1O1X/1X2/2O1/4',
	lockdown: '4/4/4/4|4/1X2/4/4|4/1X2/2O1/4|4/1xX1/2O1/4|4/1xX1/1Oo1/4',
	claim: '5/5/5/5/5|---2/-X-2/---2/5/5|---2/-X-2/-----/2-O-/2---|----X/-X---/-----/2-O-/2---',
	blockade:
		'7/7/7/X5O/7/7/7|7/7/1#5/1X4O/7/7/7|7/7/1#5/1X3O1/5#1/7/7|7/7/1#5/1#X2O1/5#1/7/7' + '|7/7/1#5/1#X#O2/5#1/7/7',
	col: '5/5/5/5/5|5/2X2/5/5/5|5/2X2/5/4O/5|5/2X2/5/4O/3X1|4O/2X2/5/4O/3X1|4O/2X2/X4/4O/3X1',
	cylindersnort: '5/5/5/5|5/3X1/5/5|5/O2X1/5/5|5/O2X1/5/1X3|2O2/O2X1/5/1X3|2O2/O2X1/3X1/1X3',
	dawson: '9|-X-6|-X-2-O-1|-X--X-O-1|-X--X-O-O',
	hexblockade: '4/4/X2O/4|4/4/1X1O/#3|4/4/1X1#/#2O|4/4/1#X#/#2O|4/4/1#X#/#1O#|4/3X/1###/#1O#|4/3X/1###/#O##',
	hexcol: '4/4/4/4|2X1/4/4/4|2X1/4/O3/4|2X1/4/O1X1/4|O1X1/4/O1X1/4|O1X1/X3/O1X1/4',
	hexkayles: '5/5/5/5|5/4-/3-X/3--|5/--2-/O-1-X/-2--|2--1/--X--/O---X/-2--|2--O/--X--/O---X/-2--',
	hexsnort: '4/4/4/4|4/3X/4/4|4/3X/O3/4|4/3X/O2X/4|2O1/3X/O2X/4|2O1/3X/O1XX/4',
	icosian:
		'####1####/####1####/1#1###1#1/#1#1#1#1#/###1#1###/#1##1##1#/2##1##2'
		+ '|####1####/####1####/1#1###1#1/#1#1#1#1#/###X#1###/#1##1##1#/2##1##2'
		+ '|####1####/####1####/1#1###1#1/#1#O#1#1#/###x#1###/#1##1##1#/2##1##2'
		+ '|####1####/####1####/1#1###1#1/#1#o#X#1#/###x#1###/#1##1##1#/2##1##2'
		+ '|####1####/####1####/1#1###O#1/#1#o#x#1#/###x#1###/#1##1##1#/2##1##2'
		+ '|####1####/####X####/1#1###o#1/#1#o#x#1#/###x#1###/#1##1##1#/2##1##2',
	kinggeography: '5/5/5/5/5|5/3X1/5/5/5|5/3xO/5/5/5|4X/3xo/5/5/5|3Ox/3xo/5/5/5|2Xox/3xo/5/5/5',
	kingsnort: '5/5/5/5/5|5/5/4X/5/5|5/5/4X/O4/5|5/3X1/4X/O4/5|5/O2X1/4X/O4/5|4X/O2X1/4X/O4/5',
	knightgeography: '5/5/5/5/5|5/1X3/5/5/5|3O1/1x3/5/5/5|3o1/1x3/2X2/5/5|3o1/Ox3/2x2/5/5|2Xo1/ox3/2x2/5/5',
	knightkayles:
		'5/5/5/5/5|5/1-3/2-2/X4/2-2|2-2/1-2O/2-2/X2-1/2-2|2-2/1-2O/2-1-/X-1-1/2-X1' + '|2-2/1-1-O/-1-1-/X-O-1/-1-X-',
	knighttron: '5/5/5/5|5/5/5/3X1|1O3/5/5/3X1|1O3/4X/5/3x1|1o3/4X/O4/3x1|1oX2/4x/O4/3x1|1oX2/2O1x/o4/3x1',
	nodekayles: '5/5/5/5/5|5/5/3-1/2-X-/3-1|-O-2/1-3/3-1/2-X-/3-1|-O-2/1-3/3-1/1--X-/-X--1|-O-2/1-3/-O--1/1--X-/-X--1',
	petersen:
		'##1##/##1##/2#2/#1#1#/1###1|##1##/##1##/-X#-1/#1#-#/1###1|##-##/##1##/-X#-O/#1#-#/1###-'
		+ '|##-##/##-##/-X#-O/#X#-#/-###-',
	queens:
		'5/5/5/5/5|-2-1/1-1-1/2---/---X-/2---|--O--/1---1/-1---/---X-/2---|--O--/----1/-1---/---X-/X----'
		+ '|--O--/----1/-O---/---X-/X----',
	snort: '5/5/5/5/5|5/5/5/4X/5|5/3O1/5/4X/5|5/3O1/5/1X2X/5|5/3O1/5/1X2X/O4|5/3O1/5/1X1XX/O4',
	toruskings:
		'5/5/5/5/5|5/5/2---/2-X-/2---|-O-2/---2/2---/2-X-/-----|-O-2/---2/-----/X--X-/-----'
		+ '|-O---/----O/-----/X--X-/-----',
	tron: '4/4/4/4|4/3X/4/4|4/O2X/4/4|3X/O2x/4/4|3X/o2x/O3/4|2Xx/o2x/O3/4|2Xx/o2x/o3/O3',
};

/** The positions of the moving picture of a game; none if the game has no picture. @param {string} variant */
export const frames = variant => samples[variant]?.split('|') ?? [];

const films = new Set(); // pictures that move

/** A small picture of a position, by its text and the words of its game, for those who can see it.
 * @param {string} position @param {string} [words] */
export function picture(position, words = '') {
	const rows = position
			.split(' ')[0]
			.split('/')
			.map(r => [...r.replaceAll(/\d+/g, n => '.'.repeat(Number(n)))]),
		[, across, vertices, edges] = words.match(/graph:\d+x(\d+):([\d,]*):?(\S*)/) ?? [],
		shape = across ? 'vertex' : /\bhex\b/.test(words) ? 'hexagon' : 'square',
		rules = /** @type {Rules} */ ({ shape }),
		there = new Set(vertices?.split(',').map(Number)),
		cell = n => ({ row: Math.floor(n / Number(across)), col: n % Number(across) }),
		all = /** @type {Element[]} */ ([]);
	for (const [from, to] of edges?.split(';').map(e => e.split('-').map(n => centre(rules, cell(Number(n))))) ?? [])
		all.push(svg('line', { class: 'edge', x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
	rows.forEach((row, r) =>
		row.forEach((symbol, c) => {
			if (across && !there.has(r * Number(across) + c)) return;
			const at = /** @type {Cell} */ ({ row: r, col: c }),
				{ x, y } = centre(rules, at),
				player = symbol.toUpperCase();
			all.push(box(rules, at, 3, { class: 'box' }));
			if (symbol == '#' || symbol == '-') all.push(box(rules, at, 3, { class: 'block' }));
			if ('XO'.includes(player)) all.push(mark(player, x, y - 3, player == symbol ? '' : 'old'));
		})
	);
	const last = centre(rules, { row: rows.length - 1, col: rows[0].length - 1 });
	return svg(
		'svg',
		{
			class: 'picture',
			viewBox: `0 0 ${last.x + size / 2} ${last.y + (shape == 'hexagon' ? tip : size / 2)}`,
			'aria-hidden': 'true',
		},
		...all
	);
}

/** Lets a picture go through positions, in less than six seconds, if things may move. @param {Element} shown
 * @param {string[]} frames @param {string} words */
export function film(shown, frames, words) {
	if (!frames.length || films.has(shown) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
	films.add(shown);
	const step = i => {
		fill(shown, ...picture(frames[i], words).childNodes);
		if (i + 1 < frames.length) setTimeout(step, 800, i + 1);
		else films.delete(shown);
	};
	step(0);
}
