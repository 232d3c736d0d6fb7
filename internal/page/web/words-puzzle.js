// @ts-check
// Words of puzzles.
/** @import { Puzzle, Rules, Study, Variant } from './types' */
/** @import { Result } from './saved' */
import { noon } from './days.js';
import { count, home, other } from './words-game.js';

const form = (day, how) => noon(day).toLocaleDateString('en-GB', how);
const nth = ['first', 'second', 'third', 'fourth', 'fifth'];

/** How many moves of one's own a puzzle takes. @param {Puzzle} z */
const own = z => (z.depth + 1) / 2;

export const puzzle = {
	seek: 'Looking for a puzzle.',
	none: 'There is no such puzzle on this board. Try another length or board.',
	next: 'One more puzzle',
	retry: 'Try again',
	solution: 'Show the solution',
	check: 'Checking the move.',
	no: 'Not that one.',
	yours: 'Right. Go on.',
	share: 'Share',
	shared: 'The result is copied.',
	why: 'Why?',
	today: 'Today’s puzzle',
	practice: 'Practice',
	solvedIt: 'Solved!',
	gaveUp: 'The solution',
	midnight: 'It is midnight, and here is a new puzzle.',
	late: 'It is past midnight: there is a new puzzle. This one still counts for its day.',
	choose: 'Change game',
	/** @param {string} day */
	early: day => `The puzzle of ${puzzle.date(day)} comes when that day begins. This is today’s.`,
	/** @param {string} day */
	date: day => form(day, { weekday: 'long', day: 'numeric', month: 'long' }),
	/** @param {string} day */
	page: day => `Puzzle of ${puzzle.date(day)} – Gridlock`,
	/** @param {string} day */
	month: day => form(day, { month: 'long', year: 'numeric' }),
	/** @param {string} day */
	weekday: day => form(day, { weekday: 'short' }),
	/** @param {string} day @param {string} state @param {boolean} coming */
	mark: (day, state, coming) =>
		`${puzzle.date(day)}${
			{
				won: ', solved',
				late: ', solved later',
				missed: ', missed',
				begun: ', begun',
			}[state] ?? (coming ? ', not there yet' : '')
		}`,
	/** What kind of puzzle it is. @param {Variant} game @param {Puzzle} z */
	kind: (game, z) => [home.name(game), z.board.replace('x', '×'), z.difficulty.level].join(' · '),
	/** The result of a puzzle that was ended before. @param {Result} r */
	before: r => `You ${r.end == 'given' ? 'gave it up' : `solved it ${puzzle.tries(r)}`}.`,
	/** @param {Result} r */
	tries: r => (nth[r.wrong] ? `at the ${nth[r.wrong]} try` : `after ${r.wrong} wrong tries`),
	/** The result of the puzzle of a day, as text. @param {Result} r @param {string} name @param {number} row */
	result: (r, name, row) =>
		[
			`Gridlock ${form(r.day, { day: 'numeric', month: 'short', year: 'numeric' })} · ${name}`,
			[
				'🟥'.repeat(Math.min(r.wrong, 6)) + (r.end == 'given' ? '⬛' : '🟩'),
				r.end == 'given' ? 'not solved' : `solved ${puzzle.tries(r)}`,
				...(row > 1 ? ['· ' + puzzle.row(row)] : []),
			].join(' '),
		].join('\n'),
	/** @param {number} n */
	row: n => (n ? `${count(n, 'day')} in a row` : 'One puzzle a day'),
	/** @param {number} n */
	best: n => (n > 1 ? `best ${n}` : ''),
	/** @param {number} n */
	again: n => `Retry my misses (${n})`,
	/** @param {number} n */
	daily: n => (n > 1 ? `Solved on ${puzzle.row(n)}.` : ''),
	/** @param {string} left */
	countdown: left => ['Next daily puzzle in ', left],
	/** @param {Puzzle} z */
	title: z => (z.moves.length > 1 ? 'Find the move that wins.' : 'Find the one move that wins.'),
	/** The task at first. @param {Puzzle} z @param {Rules} rules */
	task: (z, rules) => {
		const all = rules.moves.length,
			what = rules.moves.some(m => m.block) ? 'moves' : 'dots',
			right = z.moves.length;
		return right > 1
			? `${right} of the ${all} ${what} win, and come to the same. The other ${all - right} lose.`
			: `One of the ${all} ${what} wins, whatever ${other(z.to_move)} does next. The other ${all - 1} lose.`;
	},
	/** @param {Puzzle} z */
	length: z => (own(z) == 1 ? 'You win at once.' : `You win in ${own(z)} moves.`),
	/** @param {string} to_move @param {string} answer @param {number} left */
	right: (to_move, answer, left) =>
		`${other(to_move)} answers ${answer}. ${left == 1 ? 'Now the last move.' : `${left} moves to go.`}`,
	/** @param {string} move @param {Study} after */
	wrong: (move, after) =>
		`${move} does not win: ${after.to_move} answers ${after.best_move}`
		+ (after.distance == null ? '.' : ` and wins in ${count(Math.ceil(after.distance / 2), 'move')}.`),
	/** @param {Puzzle} z @param {number} wrong */
	done: (z, wrong) =>
		`${wrong ? `At the ${nth[wrong] ?? 'last'} try` : 'First try'}, in ${count(own(z), 'move')}. ${other(z.to_move)} cannot move.`,
	/** @param {Puzzle} z @param {number} wrong */
	only: (z, wrong) => {
		const all = z.difficulty.turns[0].legal;
		if (z.moves.length > 1) return `Of ${all} moves ${z.moves.join(' and ')} win, and come to the same.`;
		return wrong ? `${z.move} is the only winning move of ${all}.` : `You found the only winning move of ${all}.`;
	},
	/** @param {Puzzle} z */
	shown: z => `${z.move} is the one winning move of ${z.difficulty.turns[0].legal}. Step through it with the arrows.`,
	/** The statistics: their numbers, and what these count. @param {{solved: number, first: number, all: number}} n
	 * @param {number} row @param {number} best @returns {[string, string][]} */
	score: (n, row, best) => [
		[String(n.solved), 'solved'],
		[n.all ? `${Math.round((100 * n.first) / n.all)} %` : '–', 'first try'],
		[String(row), row == 1 ? 'day in a row' : 'days in a row'],
		[String(best), 'best run'],
	],
};
