// @ts-check
// The results of puzzles: days in a row, the calendar, the time until the next day, statistics.
import * as days from './days.js';
import * as saved from './saved.js';
import * as words from './words.js';
import { $, element, fill, svg, write as text } from './dom.js';
import { store, entry } from './store.js';

let from = ''; // the first day that the calendar shows, "" for the week of the puzzle
let whole = false; // whether it shows a month

/** Shows days and statistics. */
export function paint() {
	const row = days.row(),
		best = days.best(),
		all = saved.results().filter(r => r.end || r.wrong),
		ended = all.filter(r => r.end);
	text('row', words.puzzle.row(row));
	text('best-row', words.puzzle.best(best));
	calendar();
	tick();
	const first = all.filter(won).length,
		solved = all.filter(r => won(r) || mended(r)).length;
	fill(
		$('score'),
		...words.puzzle
			.score({ solved, first, all: ended.length }, row, best)
			.flatMap(([n, of]) => [element('div', {}, element('dt', {}, of), element('dd', {}, n))])
	);
	const names = [...new Set(all.map(r => r.variant))],
		count = (variant, what) => element('td', {}, String(all.filter(r => r.variant == variant && what(r)).length));
	fill(
		$('tally'),
		...names.map(v =>
			element(
				'tr',
				{},
				element('th', { scope: 'row' }, entry(v) ? words.home.name(entry(v)) : v),
				count(v, won),
				count(v, mended),
				count(v, r => !won(r) && !mended(r))
			)
		)
	);
	$('results').hidden = !all.length;
}

/** Whether a puzzle was solved at the first try. */
const won = r => !r.wrong && r.end == 'solved';

/** Whether a puzzle was solved later. */
const mended = r => r.mended || (!!r.wrong && r.end == 'solved');

/** Shows the time until the next day, once today's puzzle is over. */
export function tick() {
	if (store.mode != 'puzzle') return;
	const over = ['won', 'late', 'missed'].includes(days.state(days.today()));
	$('countdown').hidden = !over;
	if (!over) return;
	const [before, left] = words.puzzle.countdown(days.left());
	fill($('countdown'), before, element('b', {}, left));
}

/** The tick of a day that was won. */
const check = () => svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': true }, svg('path', { d: 'M5 13l5 5L19 7' }));

/** Shows a week of days, or a month. */
function calendar() {
	const today = days.today(),
		at = from || store.here?.day || today,
		first = whole ? days.monday(at.slice(0, 8) + '01') : days.monday(at),
		last = whole ? days.after(monthEnd(at), 0) : days.after(first, 6),
		cells = [];
	for (let day = first; day <= last || (cells.length % 7 && cells.length < 42); day = days.after(day, 1)) {
		const coming = day > today,
			state = days.state(day),
			out = whole && day.slice(0, 7) != at.slice(0, 7);
		const label = words.puzzle.mark(day, state, coming),
			look = { class: `day ${state}${out ? ' out' : ''}`, 'aria-label': label };
		const face = state == 'won' || state == 'late' ? check() : String(Number(day.slice(8)));
		cells.push(
			element(
				'li',
				{},
				...(cells.length < 7 ? [element('span', { 'aria-hidden': true }, words.puzzle.weekday(day))] : []),
				coming
					? element('span', { ...look, role: 'img' }, face)
					: element(
							'a',
							{
								...look,
								href: '#mode=puzzle&day=' + day,
								...(day == store.here?.day ? { 'aria-current': 'date' } : {}),
								...(day == today ? { 'data-today': '' } : {}),
							},
							face
						)
			)
		);
	}
	fill($('calendar'), ...cells);
	text('month', words.puzzle.month(at));
	$('days-next').disabled = last >= today;
	$('days-month').setAttribute('aria-pressed', String(whole));
	from = at == today || at == store.here?.day ? '' : at;
}

/** The last day of a month. @param {string} day */
const monthEnd = day => days.after(days.after(day.slice(0, 8) + '28', 4).slice(0, 8) + '01', -1);

/** Listens to the calendar. @param {(day: string) => void} go */
export function listen(go) {
	const turn = n => {
		const at = from || store.here?.day || days.today();
		from = whole ? days.after(n < 0 ? at.slice(0, 8) + '01' : monthEnd(at), n) : days.after(at, 7 * n);
		calendar();
	};
	$('days-back').onclick = () => turn(-1);
	$('days-next').onclick = () => turn(1);
	$('days-month').onclick = () => {
		whole = !whole;
		calendar();
	};
	$('calendar').onclick = e => {
		const day = new URLSearchParams(e.target.closest('a')?.hash.slice(1)).get('day');
		if (!day || e.ctrlKey || e.metaKey || e.shiftKey) return;
		e.preventDefault();
		from = '';
		go(day);
	};
}
