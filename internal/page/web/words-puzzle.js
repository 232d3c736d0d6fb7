// @ts-check
// Words of puzzles.
/** @import { Puzzle } from './types' */
import { count, plies } from './words-game.js';

export const puzzle = {
	seek: 'Looking for a puzzle.',
	none: 'There is no such puzzle on this board. Try another depth or board.',
	next: 'Next puzzle',
	retry: 'Try again',
	solution: 'Show the solution',
	check: 'Checking the move.',
	share: 'Share the result',
	shared: 'The result is copied.',
	/** What became of a puzzle that was ended before. @param {any} r */
	before: r => `You ${r.end == 'given' ? 'gave it up' : `solved it ${puzzle.tries(r)}`}.`,
	/** @param {any} r */
	tries: r => (r.wrong ? `after ${count(r.wrong, 'wrong try').replace('trys', 'tries')}` : 'at the first try'),
	/** The result of the puzzle of a day, as text. @param {any} r @param {number} days */
	result: (r, days) =>
		[
			`Gridlock ${r.seed.replace(/(..)(..)$/, '-$1-$2')}`,
			`${r.variant} ${r.size}`,
			r.end == 'given' ? 'given up' : `solved ${puzzle.tries(r)}`,
			...(days > 1 ? [puzzle.days(days)] : []),
		].join(' · '),
	/** @param {number} n */
	days: n => `${n} days in a row`,
	/** @param {number} n */
	again: n => `Again what I missed (${n})`,
	/** @param {number} n */
	daily: n => (n > 1 ? `Solved on ${puzzle.days(n)}.` : ''),
	/** @param {Puzzle} z */
	title: z => `${z.to_move} to move and win in ${plies(z.depth)}.`,
	/** @param {Puzzle} z @param {any} [before] what became of it before */
	task: (z, before) =>
		`Find the move. It is one of the dots. (By estimate ${z.difficulty.level}.)`
		+ (before?.end ? ' ' + puzzle.before(before) : ''),
	/** @param {string} answer */
	right: answer => `Right. The answer is ${answer}. Go on.`,
	/** @param {string} move @param {any} after */
	wrong: (move, after) =>
		`${move} does not win: ${after.to_move} answers ${after.best_move}`
		+ (after.distance == null ? '.' : ` and wins in ${plies(after.distance)}.`),
	/** @param {Puzzle} z */
	shown: z => `The solution begins with ${z.move}. It is ${z.difficulty.text}.`,
	/** @param {Puzzle} z @param {number} n */
	solved: (z, n) =>
		`Solved, by ${z.themes.join(' and ')}. It was ${z.difficulty.text}.` + (n > 1 ? ` That is ${n} in a row.` : ''),
	/** @param {number} n */
	streak: n => (n ? `${n} in a row` : ''),
};
