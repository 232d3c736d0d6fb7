// @ts-check
// Words of a game: who wins, whose turn it is, what a person can do, and texts for cells and moves.
/** @import { Cell, Move, Node, Ply, Puzzle, Rules, Study, Variant } from './types' */

/** @param {string} player */
export const other = player => (player == 'X' ? 'O' : 'X');

/** @param {number|string} n */
export const plies = n => `${n} ${n == 1 ? 'ply' : 'plies'}`;

/** Who wins, and in how many plies. @param {Rules} rules @param {Study} study @param {boolean} values */
export function verdict(rules, study, values) {
	if (rules.over) return `${rules.to_move} cannot move: ${other(rules.to_move)} has won.`;
	const turn = `${rules.to_move} to move.`;
	if (!values) return turn;
	if (!study?.winner) return turn + ' Not decided yet.';
	return `${turn} ${study.winner} wins` + (study.distance == null ? '.' : ` in ${plies(study.distance)}.`);
}

/** The value of a move in two or three characters. @param {Move} move */
export const glyph = move => (!move?.outcome ? '?' : (move.outcome == 'win' ? 'W' : 'L') + (move.distance ?? ''));

/** The value of a move in words. @param {Move} move */
export function value(move) {
	if (!move?.outcome) return 'value not known';
	const how = move.outcome == 'win' ? 'wins' : 'loses';
	return move.distance == null ? how : `${how} in ${move.distance}`;
}

/** What a move costs. @param {Move} move */
export const change = move =>
	move.mistake ? move.mistake + (move.change ? ` ${move.change > 0 ? '+' : ''}${move.change}` : '') : '';

/** How many moves keep the win at the winner's next choice; others may, too, if not all are known.
 * @param {Move} move */
export function next(move) {
	const n = move.next,
		open = n && n.winning + n.losing < n.legal;
	if (!n) return move.outcome == 'win' && move.distance == 1 ? '–' : '?';
	return (
		(open && !n.winning ? '?' : n.winning + (open ? '+' : ''))
		+ ` of ${n.legal}`
		+ (n.after.length > 1 ? `, after ${n.after[1]}` : '')
	);
}

/** The meanings of a position's values: each as text, as drawn, and in words.
 * @param {Move[]} moves @param {string} mover */
export function glyphs(moves, mover) {
	const first = outcome => moves.find(m => (m.outcome ?? '') == outcome),
		known = /** @type {Move[]} */ ([first('win'), first('loss')].filter(Boolean));
	const all = known.map(m => ({
		glyph: glyph(m),
		kind: `${m.outcome} for-${m.outcome == 'win' ? mover : other(mover)}`,
		says: `${mover} ${m.outcome == 'win' ? 'wins' : 'loses'}${m.distance == null ? '' : ` in ${plies(m.distance)}`}.`,
	}));
	return first('') ? [...all, { glyph: '?', kind: 'open', says: 'not known yet.' }] : all;
}

/** A game in a list. @param {Variant} game */
export function name(game) {
	const whole = home.name(game);
	return whole.length > 28 ? whole.slice(0, 27) + '…' : whole;
}

/** A game above its rules. @param {Variant} game */
export const title = game => (!game.own && game.title == game.variant ? 'Rules' : `Rules of ${home.name(game)}`);

export const games = { library: 'Library', other: 'Other rules' };

const rooms = {
	play: 'play',
	analyse: 'analysis',
	review: 'review',
	puzzle: 'puzzle',
	edit: 'editor',
	make: 'make your own',
	atlas: 'atlas',
	proof: 'proof',
};

/** The title of the page. @param {string} mode @param {Variant} game */
export const room = (mode, game) => `${home.name(game)}: ${rooms[mode]} – Gridlock`;

/** The line below the name of the game on telephones. @param {string} mode @param {string} board */
export const where = (mode, board) => [board.replace('x', '×'), rooms[mode]].filter(Boolean).join(' · ');

/** The board. @param {Rules} rules */
export const board = rules =>
	`${rules.words?.includes('graph:') || rules.canvas ? 'graph' : rules.variant} on ${rules.board}`;

/** Which cells an edge leads to. @param {string[]} names */
export const joined = names => (names.length ? `, joined to ${names.join(', ')}` : '');

/** The content of a cell. @param {Pick<Cell, 'content'|'player'>} cell */
export const content = ({ content, player }) =>
	({
		empty: 'empty',
		mark: `marker of ${player}`,
		used: player ? `used by ${player}` : 'used',
		blocked: 'blocked',
		hole: 'no cell',
	})[content];

/** Which part of a long board is visible. @param {string} what rows or columns @param {number[]} seen the first and
 * the last @param {number} all */
export function part(what, [from, to], all) {
	const [back, on] = what == 'rows' ? '▴▾' : '◂▸';
	return `${from > 1 ? back + ' ' : ''}${what} ${from} to ${to} of ${all}${to < all ? ' ' + on : ''}`;
}

/** A cell. @param {Cell} cell @param {Move} move @param {boolean} values @param {boolean} last whether the last move
 * went there */
export function cell(cell, move, values, last) {
	const closed = cell.content == 'empty' && cell.closed?.length ? `, closed to ${cell.closed.join(' and ')}` : '';
	return (
		`${cell.name}: ${content(cell)}${closed}${last ? ', last move' : ''}`
		+ (move ? `, ${values ? value(move) : 'can be played'}` : '')
	);
}

/** Joins texts to sentences. @param {...(string|null|undefined)} texts */
export const sentences = (...texts) =>
	texts
		.filter(Boolean)
		.map(t => t && t[0].toUpperCase() + t.slice(1) + (/[.?!…]\)?$/.test(t) ? '' : '.'))
		.join(' ');

/** @param {string} player */
export const wins = player => `${player} wins`;

/** How good the move was that led to a position. @param {Node} node @param {string} mark */
export function came(node, mark) {
	const study = node.parent?.study,
		best = study?.moves[0],
		m = study?.moves.find(m => m.move == node.move);
	if (!study || !best || !m?.outcome) return '';
	const better = mark.includes('?') ? `; ${best.move} ${value(best)}` : mark ? ', the only move that wins' : '';
	return `${study.to_move} played ${node.move}${mark}: it ${value(m)}${better}.`;
}

/** @param {number} n @param {string} one */
export const count = (n, one) => `${n} ${one}${n == 1 ? '' : 's'}`;

/** Why a cell cannot be played. @param {Rules} rules @param {string} name @param {string} step */
export function illegal(rules, name, step) {
	const cell = /** @type {Cell} */ (rules.cells.find(c => c.name == name)),
		mover = rules.to_move;
	if (rules.over) return 'The game is over.';
	if (cell.content == 'hole') return 'There is no cell.';
	if (cell.content == 'blocked' || cell.closed?.length == 2)
		return `${name} is ${cell.content == 'blocked' ? 'blocked' : 'closed to both players'}.`;
	if (cell.content == 'mark') return `${name} has a marker of ${cell.player}.`;
	if (cell.content == 'used')
		return `${name} is used: a marker${cell.player ? ` of ${cell.player}` : ''} has been there.`;
	if (cell.closed?.includes(mover)) return `${name} is closed to ${mover}: only ${other(mover)} can take it.`;
	if (step) return `${name} is not near ${step}, so you cannot block it. To take the step back, press your marker.`;
	const { from } = rules.moves[0];
	return from
		? `${name} is not near the marker of ${mover}, which is on ${from}.`
		: `${name} is not near the last mark.`;
}

/** The text about a board on which no move is a mistake, "" for other boards. @param {string} variant @param
 * {string} board */
export const trivial = (variant, board) =>
	({ 'claim 4x4': 'On 4×4 every game of claim lasts four moves, whatever anyone plays. 5×5 is a real game.' })[
		`${variant} ${board}`
	] ?? '';

export const home = {
	play: 'Play',
	analyse: 'Analyse',
	puzzle: 'Puzzle',
	today: 'Puzzle of the day',
	solve: 'Solve',
	resume: 'Continue',
	go: 'Go on',
	/** @param {Variant} game */
	name: game =>
		game.own
		|| (game.library || game.name != game.variant ? game.title : game.name[0].toUpperCase() + game.name.slice(1)),
	/** @param {Variant} game */
	rule: game => sentences(game.summary),
	/** @param {string} mode @param {Variant} game */
	way: (mode, game) => `${home[mode]} ${home.name(game)}`,
	/** @param {string} name @param {Puzzle|null} z */
	goal: (name, z) =>
		z
			? `${name ? name + ': ' : ''}find the one move that wins. (${z.difficulty.level})`
			: 'There is one way to win.',
};
