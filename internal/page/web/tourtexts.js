// @ts-check
// The texts of the tour.

export const skip = 'Skip';
export const back = 'Back';

/** Which step it is. @param {number} i @param {number} n */
export const at = (i, n) => `Welcome to Gridlock · ${i} of ${n}`;

/** The three steps of the tour. A part of a line that is marked has the class of its mark before it. */
export const steps = /** @type {{title: string, lines: (string|[string, string])[][], go: string}[]} */ ([
	{
		title: 'Two players: X and O',
		lines: [
			[['X', 'X'], ' is blue and goes first.'],
			[['O', 'O'], ' is rust and answers.'],
			[
				'You choose your side; the computer takes the other. One move by one player is called a ',
				['', 'ply'],
				'. This game is 2 plies old.',
			],
		],
		go: 'Next',
	},
	{
		title: 'If you cannot move, you lose',
		lines: [
			['O is shut in: every cell beside it is blocked. It is O’s turn, so O has lost and X wins.'],
			['Every game here ends like this. There are no draws, and no luck.'],
		],
		go: 'Next',
	},
	{
		title: 'See what each move is worth',
		lines: [
			[['key win', 'W13'], ' This move ', ['', 'wins'], ' in 13 plies.'],
			[['key loss', 'L8'], ' This move ', ['', 'loses'], ' in 8 plies.'],
			[
				'That is if both play their best. Nothing is guessed: what is not worked out yet shows a ',
				['', '?'],
				'. And you can ask why.',
			],
		],
		go: 'Play a game',
	},
]);
