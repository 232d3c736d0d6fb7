// @ts-check
// Words of why: terms, evidence, facts, lines, and how far a search is.
/** @import { Cell, Move, Node, Ply, Progress, Puzzle, Rules, Study, Variant } from './types' */
import { count, plies, other, value } from './words-game.js';

/** What has decided a value. @param {string|null} engine */
export const found = engine =>
	engine == null
		? ''
		: ({ auto: 'follows from others', pn: 'proof-number search', book: 'opening book' }[engine] ?? engine);

/** Words that are explained where they stand, with their meanings. @type {[RegExp, string][]} */
export const terms = [
	[/\bpl(?:y|ies)\b/i, 'A ply is one move of one player.'],
	[
		/\bnimbers?\b/i,
		'The nimber of a position says how it adds up with others: a sum is lost for the player to move if the nimbers cancel out, bit by bit. Nimber 0 is lost, any other is won.',
	],
	[
		/\bvalues?\b/i,
		'The value of a position says who wins, and by how many free moves: more than 0 is good for X, less for O; at 0 whoever is to move loses.',
	],
	[
		/\bcold\b|\bhottest\b|\btemperature\b/i,
		'How much the best move gains here, counted in moves. Of several parts, play in the hottest. In cold parts nobody wants to move.',
	],
	[
		/\bcomponents?\b/i,
		'Parts of the board that do not touch: a move in one changes nothing in the others, so their values add up.',
	],
	[
		/\bby symmetry\b|\bimages?\b/i,
		'Turning and mirroring the board makes other positions of this one, which are worth the same.',
	],
	[
		/\bmatched in pairs\b|\bpartners?\b/i,
		'Cells next to each other are joined in pairs. Whoever can always answer a cell with its partner never runs out of moves.',
	],
	[/\bcopies\b/i, 'The winner answers every move with its mirror image, so there is always an answer.'],
	[
		/\bseparated\b/i,
		'The markers cannot reach each other any more: each walks alone, and whoever has the longer walk wins.',
	],
	[
		/\bnegamax\b/i,
		'Negamax is a search that looks at all moves and answers, and cuts off what cannot matter. It counts the plies exactly.',
	],
	[
		/\bproof-number search\b/i,
		'Proof-number search looks first where the least is left to be proven. It finds who wins, not how soon.',
	],
	[/\btheory\b/i, 'Theorems decide it, such as copying or matching: no move had to be tried.'],
	[
		/\bopening book\b/i,
		'The opening book comes with the program. It has the exact values of first moves that take long to find.',
	],
	[
		/\bfollows from others\b/i,
		'It follows from the values of the position and the other moves, or from an image of the move.',
	],
	[
		/\bproof \d+ \/ \d+/,
		'About how many more positions must be decided to prove that the player to move wins and, after the stroke, that the player loses.',
	],
	[
		/\bwinner’s next\b/i,
		'How many moves keep the win at the winner’s next choice: at once after a move that loses, or after the best reply to a move that wins. 1 of 9: only one of 9 moves keeps the win. 1+: at least one does, and some others are not known.',
	],
];

/** How far a search is. @param {Progress} p */
export function progress(p) {
	const proof = p.proof == null ? '' : `, proof ${p.proof} / ${p.disproof}`;
	return `Searching: ${p.nodes.toLocaleString('en')} positions, ${p.seconds.toFixed(1)} s${proof}`;
}

/** How long the line is. @param {{ahead: number}} q */
export const queued = q => `Waiting: ${q.ahead} ${q.ahead == 1 ? 'question' : 'questions'} ahead`;

/** Which limit was reached. @param {string} name */
export const limit = name =>
	({
		time: 'Time is up, and it is not decided who wins.',
		memory: 'The memory is used up, and it is not decided who wins.',
	})[name] ?? 'The search ended without a decision.';

/** A nimber. @param {number} n */
export const nimber = n => (n == 0 ? '0' : `∗${n}`);

/** What the evidence shows. @param {import('./api').Evidence} e @param {string} winner */
export function legend(e, winner) {
	if (e.matching) return `Cells joined in pairs: ${winner} answers a cell with its partner.`;
	if (e.mirror) return `${winner} answers each move with its image. Point at a cell to see its image.`;
	if (e.sum)
		return `Components and their nimbers. Their sum is ${nimber(e.sum.total)}: the player to move ${e.sum.total ? 'wins' : 'loses'}.`;
	if (e.values) return `Components and their values. Their sum is ${e.values.total}; what is positive is good for X.`;
	if (e.separation) return 'The players cannot meet any more. Lines mark what each can reach, numbers a long walk.';
	return 'Found by search: every answer of the loser was looked at.';
}

/** What a piece of the evidence says. */
export const piece = {
	/** @param {string} a @param {string} b */
	pair: (a, b) => `${a} and ${b} are partners.`,
	/** @param {string[]} all */
	single: all => (all.length == 1 ? `${all[0]} has no partner.` : `${all.join(', ')} have no partners.`),
	/** @param {string} partner @param {string|null} last */
	partner: (partner, last) => `${partner} is the partner of the last mark${last ? `, on ${last}` : ''}.`,
	/** @param {string} a @param {string} b */
	image: (a, b) => `${a} and ${b} are images of each other.`,
	/** @param {string[]} cells @param {string} value @param {boolean} nim */
	component: (cells, value, nim) =>
		`${count(cells.length, 'cell')} with ${cells[0]}: ${nim ? 'nimber' : 'value'} ${value}.`,
	/** @param {string} move */
	zeroing: move => `${move} makes the sum 0.`,
	/** @param {string} player @param {number} n @param {number} least @param {number} most */
	room: (player, n, least, most) =>
		`${player} can reach ${count(n, 'cell')}, for ${least == most ? count(least, 'move') : `${least} to ${most} moves`}.`,
	/** @param {string} player @param {import('./api').Step} s */
	step: (player, s) => `${player} goes to ${s.to}${s.block ? ` and blocks ${s.block}` : ''}.`,
};

export const line = 'Line';

/** Stepping through evidence, or a line. */
export const steps = {
	play: 'Play',
	pause: 'Pause',
	/** @param {number} n @param {boolean} line */
	all: (n, line) =>
		line
			? `A line of ${plies(n)}, as numbers. The arrows play it on the board.`
			: `${count(n, 'piece')}, all at once. The arrows show one after the other.`,
	/** @param {number} i @param {number} n @param {string} says */
	at: (i, n, says) => `${i} of ${n}: ${says}`,
	/** @param {string} player @param {string} move */
	plays: (player, move) => `${player} plays ${move}.`,
	/** @param {string} move */
	of: move => `Play the line of ${move} on the board`,
};

/** The history, for those who cannot see it. @param {Node[]} line
 * @param {ReturnType<typeof import('./tree').verdict>[]} known */
export function history(line, known) {
	const parts = line.map(
		(n, i) =>
			`${i ? `${i}. ${n.move}` : 'start'}: ${known[i] ? `${known[i].winner} wins${known[i].distance == null ? '' : ` in ${known[i].distance}`}` : 'not known'}`
	);
	return 'Value history. ' + parts.join('; ');
}

/** Facts about a position. @param {Study} s the analysis @returns {[string, string][]} */
export function facts(s) {
	const f = s.facts,
		all = /** @type {[string, string][]} */ ([
			['Moves', `${f.legal}: ${f.winning} win, ${f.losing} lose` + (f.only_move ? ' (only move)' : '')],
		]);
	if (s.value != null) all.push(['Value', cut(s.value, 60)]);
	if (s.nimber != null) all.push(['Nimber', nimber(s.nimber)]);
	if (f.components.length > 1)
		all.push([
			'Components',
			`${f.components.length}, of ${f.components
				.map(c => c.length)
				.sort((a, b) => b - a)
				.join(', ')} cells`,
		]);
	if (f.images > 1) all.push(['Images', `${f.images} by symmetry`]);
	for (const player of f.rooms ? ['X', 'O'] : []) {
		const r = /** @type {import('./api').Rooms} */ (f.rooms)[player];
		all.push([
			`${player} reaches`,
			`${r.reach.length} cells, a walk of ${r.least == r.most ? r.least : `${r.least} to ${r.most}`}`,
		]);
	}
	all.push(['Found by', found(s.engine) + (s.nodes ? `, ${s.nodes.toLocaleString('en')} positions` : '')]);
	return all;
}

/** What the coach says of a move that gives the win away. @param {Move} mine @param {Move} best */
export const coach = (mine, best) =>
	`That gives the win away: ${mine.move} ${value(mine)}, and ${best.move} ${value(best)}. Take it back?`;

/** Where the best move is. @param {import('./api').MoveAnalysis} best */
export const whereBest = best => `The best move is ${best.geometry.where}.`;

/** @param {Move} m */
export const hintMove = m => `Play ${m.move}: it ${value(m)}.`;

/** A text that is cut when it is long. @param {string} text @param {number} most */
export const cut = (text, most) => (text.length > most ? text.slice(0, most) + '…' : text);

/** A number with a minus sign. @param {string} n */
export const number = n => n.replace('-', '−');

/** How far a player is ahead. @param {string|null} n X's lead */
const ahead = n =>
	n == '0' || !n ? 'nobody is ahead' : n[0] == '-' ? `O is ${n.slice(1)} ahead` : `X is ${n} ahead`;

/** The worth of a position in words. @param {import('./api').Worth} w */
export function worth(w) {
	const known = w.value == null ? 'Its canonical form takes longer to find. ' : '';
	if (w.mean == null || !w.exact) return known + 'For more, run: gridlock analyze --nodes';
	if (w.temperature?.[0] == '-')
		return `${known}It is cold: ${ahead(w.mean)}, in moves, and each move here costs the player who makes it.`;
	const first = w.left_stop
		? `If X moves first, ${ahead(w.left_stop)}, in moves; if O does, ${ahead(w.right_stop)}. `
		: '';
	if (w.temperature == '0')
		return `${known}${first}A move here gains less than any number: it may decide who moves last.`;
	return `${known}${first}On average ${ahead(w.mean)}; the hottest move gains ${w.temperature}.`;
}

/** Where a player moves best in a sum. @param {string} player @param {import('./api').HotMove[]} moves */
export function hottest(player, moves) {
	const best = moves.filter(m => m.player == player && m.hottest);
	return best.length
		? `Hottest for ${player}: ${best.map(m => m.move).join(' ')} (temperature ${number(best[0].temperature)}).`
		: '';
}
