// @ts-check
// Words of games that people play: whose turn it is, what to do, how a game ended, and levels.
/** @import { Move, Node, Ply, Rules } from './types' */
import { count, other } from './words-game.js';

/** Who plays, and the state of a game: the sides of people, whether one of them is far away, who gave up, the step
 * of a move whose block is still missing, the last move if somebody else made it, and whether each player has a
 * marker that walks.
 * @typedef {{people: string[], far: boolean, given: string, step: string, last: Node|null, walks: boolean}} Playing */

/** Whose turn it is, or who has won. @param {Rules} rules @param {Playing} how */
export function headline({ to_move: mover, over }, { people, far, given, step, walks }) {
	const loser = given || (over ? mover : '');
	if (loser && people.length != 1) return `${other(loser)} wins`;
	if (loser) return people[0] != loser ? 'You win!' : given ? 'You gave up' : walks ? 'You’re stuck' : 'You lost';
	if (!people.includes(mover)) return far ? `Waiting for ${mover}` : `${mover} is thinking…`;
	if (people.length == 1) return step ? 'Now block a cell' : 'Your turn';
	return step ? `${mover}: now block a cell` : `${mover}’s turn`;
}

/** What a move did. @param {string} player @param {Move|undefined} m as the rules have it @param {string} move as it is
 * written */
function went(player, m, move) {
	const [to, block] = move.split('@');
	return `${player} ${m && !m.from ? 'took' : 'went to'} ${to}${block ? ` and blocked ${block}` : ''}.`;
}

/** The last move, and what can be done now; or how the game ended. @param {Rules} rules
 * @param {Map<string, Move>} cells that can be played @param {Playing} how */
export function says(rules, cells, how) {
	const { people, given, step, last, walks } = how,
		{ to_move: mover, over } = rules;
	if (given) return `${given} gave up, so ${other(given)} wins.`;
	const own = people.length == 1 && people[0] == mover;
	if (over && walks) return `${own ? `Your ${mover}` : mover} has no free cell beside it, so ${other(mover)} wins.`;
	if (over) return `${own ? `You have no cell left` : `${mover} has no cell left`}, so ${other(mover)} wins.`;
	const moved = last?.parent?.rules?.moves.find(m => m.move == last.move) ?? rules.moves[0],
		said = last ? went(other(mover), moved, last.move) : '';
	return people.includes(mover) && cells.size
		? `${said} ${task(rules, cells, step, people.length == 1)}`.trim()
		: said;
}

/** What can be done now. @param {Rules} rules @param {Map<string, Move>} cells @param {string} step
 * @param {boolean} you */
function task(rules, cells, step, you) {
	const one = cells.size == 1,
		whose = you ? 'your' : 'the';
	if (step)
		return `${one ? 'Press the dot' : `Press one of the ${cells.size} dots`} beside ${whose} ${rules.to_move}.`;
	const walk = rules.moves[0]?.from,
		dots = one ? 'the dot' : `one of the ${cells.size} dots`;
	return `${walk ? 'Step' : 'Put'} ${whose} ${rules.to_move} ${walk ? 'to' : 'on'} ${dots}.`;
}

/** Which side is the person's. @param {string} side */
export const you = side => side && `You are ${side}.`;

/** The levels that people can play against: the name of each, and what it does. */
export const levels = {
	random: ['Easy', 'Plays anything.'],
	casual: ['Casual', 'Looks a little ahead, and often slips.'],
	strong: ['Strong', 'Looks further ahead, and errs beyond that.'],
	perfect: ['Perfect', 'Plays as well as can be found out.'],
};

/** The name of a level. @param {string} level */
export const level = level => levels[level]?.[0] ?? level;

export const players = {
	level: 'Level',
	side: 'You',
	first: 'go first',
	second: 'go second',
	computer: 'Computer',
	you: 'You',
	far: 'A friend, by link',
	move: 'to move',
	person: 'A person',
	/** How many cells a player can go to. @param {number} n @param {boolean} walks */
	exits: (n, walks) => count(n, walks ? 'way out' : 'cell').replace('way outs', 'ways out'),
	/** Who wins a board, before its first move. @param {string} board @param {string} winner */
	wins: (board, winner) =>
		`On ${board.replace('x', '×')} the ${winner == 'X' ? 'first' : 'second'} player can always win.`,
	change: 'Changing sides starts a new game.',
	/** @param {string} side */
	ask: side => `Start a new game as ${side}?`,
	start: 'Start it',
	stay: 'Go on with this one',
	/** The line below the name of the game on telephones. @param {string} board @param {string[]} people @param {string} against */
	how: (board, people, against) =>
		[board.replace('x', '×'), against && level(against), people.length == 1 && `you are ${people[0]}`]
			.filter(Boolean)
			.join(' · '),
};

export const ending = {
	/** @param {string} against */
	next: against => `Next: play ${level(against)}`,
	again: 'Play again',
	retry: 'Try again',
	easier: 'Easier level',
	review: 'Review',
	share: 'Share',
	newGame: 'New game',
	/** The result as text. @param {string} game @param {string} board @param {string} against @param {boolean} won @param {number} n */
	result: (game, board, against, won, n) =>
		`${game} ${board.replace('x', '×')}: I ${won ? 'won' : 'lost'} against ${level(against)}, in ${count(n, 'move')}.`,
	copied: 'Copied.',
};

/** A hint for the player who is losing: the move that makes it hardest for the opponent. @param {string} mover
 * @param {Move} m with the choices that the other has next */
export function hardest(mover, m) {
	const n = m.next,
		how = n?.legal
			? ` makes it hardest: ${n.winning} of ${other(mover)}’s ${count(n.legal, 'answer')} ${n.winning == 1 ? 'wins' : 'win'}.`
			: ' holds out longest.';
	return `${other(mover)} can win from here. ${m.move}${how}`;
}

const nth = n => n + (['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th');

/** Texts after a game. */
export const after = {
	/** @param {string} game @param {string} against */
	title: (game, against) => `${game} against ${level(against)}`,
	/** @param {number} played @param {number} won @param {number} row @param {number} best */
	score: (played, won, row, best) =>
		/** @type {[string, number][]} */ ([
			['played', played],
			['won', won],
			['in a row', row],
			['best run', best],
		]),
	/** Who was winning, for those who cannot see it. @param {string[]} winners */
	course: winners => 'Who was winning: ' + winners.map((w, i) => `${i || 'start'} ${w || 'not known'}`).join(', '),
	/** Which moves gave the win away. @param {Ply[]} lost the plies @param {string[]} winners at the start and after
	 * each ply @param {string} me */
	turns: (lost, winners, me) => {
		const name = player => (player == me ? 'You' : player),
			known = winners.every(Boolean),
			first = winners[0];
		if (!lost.length)
			return !known
				? ''
				: `${first == me ? 'You had' : `${first} had`} the win from the start, and never let go.`;
		const all = lost
			.slice(0, 3)
			.map(
				p =>
					`${name(p.player)} let the win go with ${p.player == me ? 'your' : 'its'} ${nth(Math.ceil(p.ply / 2))} move.`
			);
		if (lost.length > 3) all.push(`The win changed hands ${lost.length} times in all.`);
		return all.join(' ');
	},
};
