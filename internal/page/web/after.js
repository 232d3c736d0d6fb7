// @ts-check
// The text after a game: how many games like it were won, who was winning, and which moves changed that.
/** @import { Ply } from './types' */
import * as engine from './engine.js';
import * as board from './board.js';
import * as saved from './saved.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { $, element, svg, fill, write as text } from './dom.js';
import { store, parameters, entry } from './store.js';
import * as stage from './stage.js';
import { run, end } from './task.js';

/** The side of the one person who has played, and what they played against. @param {Record<string, string>} sides */
function seat(sides) {
	const people = ['X', 'O'].filter(s => !sides[s]);
	return people.length == 1 ? { me: people[0], level: sides[words.other(people[0])] } : null;
}

/** Whether games of this kind against this level were won, the oldest first.
 * @param {string} variant @param {string} level */
const results = (variant, level) =>
	saved
		.games()
		.filter(g => g.mode == 'play' && g.variant == variant && (g.over || g.given) && seat(g.sides)?.level == level)
		.map(g => (g.given || g.position.slice(-1).toUpperCase()) != seat(g.sides)?.me)
		.reverse();

/** The longest row of won games, and the last row. @param {boolean[]} won */
function rows(won) {
	let now = 0,
		best = 0;
	for (const w of won) best = Math.max(best, (now = w ? now + 1 : 0));
	return [now, best];
}

/** Who was winning, as a line of dots: up is X. @param {string[]} winners */
function course(winners) {
	const width = 360,
		x = i => 30 + (i * (width - 45)) / Math.max(1, winners.length - 1),
		y = w => (w == 'X' ? 14 : w == 'O' ? 46 : 30),
		mark = player => board.mark(player, 10, y(player), 'only', 6);
	return svg(
		'svg',
		{ class: 'chart', viewBox: `0 0 ${width} 60`, role: 'img', 'aria-label': words.after.course(winners) },
		mark('X'),
		mark('O'),
		svg('line', { class: 'axis', x1: 22, y1: 30, x2: width, y2: 30 }),
		svg('polyline', { class: 'course', points: winners.map((w, i) => `${x(i)},${y(w)}`).join(' ') }),
		...winners.map((w, i) => svg('circle', { class: w, cx: x(i), cy: y(w), r: 5 }))
	);
}

let asked = /** @type {import('./types').Node|null} */ (null); // the final position of the game last asked about

/** Hides the text, unless it is about the position. */
export function hide() {
	if (asked == store.here.at) return;
	asked = null;
	$('after').hidden = true;
	end('after');
}

/** Shows the text after the game that is shown. */
export function show() {
	const { here } = store,
		{ at, root, sides, variant } = here;
	if (asked == at || !here.mine || !root.children.length) return;
	asked = at;
	const who = seat(sides),
		won = who && who.level != 'link' ? results(variant, who.level) : [],
		[row, best] = rows(won);
	$('score-of').hidden = !won.length;
	if (who) text('h-score', words.after.title(words.home.name(entry(variant)), who.level));
	fill(
		$('games-score'),
		...words.after
			.score(won.length, won.filter(Boolean).length, row, best)
			.map(([name, n]) => element('div', {}, element('dt', {}, name), element('dd', {}, String(n))))
	);
	$('after').hidden = !won.length;
	$('course-of').hidden = true;
	if (!engine.whole) return;
	run(
		'after',
		async task => {
			const { game, winner } = await task.ask('review', { ...parameters(at), timeout: '8' }),
				plies = /** @type {Ply[]} */ (game?.plies ?? []),
				all = [
					...plies.map(p => p.position.winner ?? ''),
					at.rules.over ? words.other(at.rules.to_move) : (winner ?? ''),
				];
			if (store.here.at != at || store.mode != 'play') return;
			fill($('who-won'), course(all));
			text(
				'turned',
				words.after.turns(
					plies.filter(p => p.played.mistake == '??'),
					all,
					who?.me ?? ''
				)
			);
			$('after').hidden = $('course-of').hidden = false;
		},
		() => true
	);
}

/** Listens to its button. */
export function listen() {
	$('see').onclick = () => stage.enter('review');
}
