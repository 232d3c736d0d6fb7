// @ts-check
// All texts that the page makes.

/** @param {string} player */
export const other = player => player == 'X' ? 'O' : 'X';

/** @param {number} n */
const plies = n => `${n} ${n == 1 ? 'ply' : 'plies'}`;

/** Who wins, and in how many plies. @param {any} rules @param {any} study @param {boolean} values */
export function verdict(rules, study, values) {
	if (rules.over) return `${rules.to_move} cannot move: ${other(rules.to_move)} has won.`;
	const turn = `${rules.to_move} to move.`;
	if (!values) return turn;
	if (!study?.winner) return turn + ' Not decided yet.';
	return `${turn} ${study.winner} wins` + (study.distance == null ? '.' : ` in ${plies(study.distance)}.`);
}

/** The value of a move in two or three characters. @param {any} move */
export const glyph = move => !move?.outcome ? '?' : (move.outcome == 'win' ? 'W' : 'L') + (move.distance ?? '');

/** The value of a move in words. @param {any} move */
export function value(move) {
	if (!move?.outcome) return 'value not known';
	const how = move.outcome == 'win' ? 'wins' : 'loses';
	return move.distance == null ? how : `${how} in ${move.distance}`;
}

/** What a move costs. @param {any} move */
export const change = move => move.mistake ? move.mistake + (move.change ? ` ${move.change > 0 ? '+' : ''}${move.change}` : '') : '';

/** How far a search is. @param {any} p */
export function progress(p) {
	const proof = p.proof == null ? '' : `, proof ${p.proof} / ${p.disproof}`;
	return `Searching: ${p.nodes.toLocaleString('en')} positions, ${p.seconds.toFixed(1)} s${proof}`;
}

/** How long the line is. @param {{ahead: number}} q */
export const queued = q => `Waiting: ${q.ahead} ${q.ahead == 1 ? 'question' : 'questions'} ahead`;

/** Which limit was reached. @param {string} name */
export const limit = name => ({ time: 'Time is up, and it is not decided who wins.', memory: 'The memory is used up, and it is not decided who wins.' })[name] ?? 'The search ended without a decision.';

/** A game in a list. @param {any} game */
export const name = game => game.name.length > 28 ? game.name.slice(0, 27) + '…' : game.name;

/** A game above its rules. @param {any} game */
export const title = game => game.title == game.variant ? 'Rules' : `Rules of ${game.title}`;

export const games = { library: 'Library', other: 'Other rules' };

/** The board. @param {any} rules */
export const board = rules => `${rules.variant} on ${rules.board}`;

/** A cell. @param {any} cell @param {any} move @param {boolean} values */
export function cell(cell, move, values) {
	const content = { empty: 'empty', mark: `marker of ${cell.player}`, used: cell.player ? `used by ${cell.player}` : 'used', blocked: 'blocked', hole: 'no cell' }[cell.content];
	const closed = cell.content == 'empty' && cell.closed?.length ? `, closed to ${cell.closed.join(' and ')}` : '';
	return `row ${cell.row + 1}, column ${cell.col + 1}, ${content}${closed}` + (move ? `, ${values ? value(move) : 'can be played'}` : '');
}

/** Joins texts to sentences. @param {...(string|null|undefined)} texts */
export const sentences = (...texts) => texts.filter(Boolean).map(t => t && t[0].toUpperCase() + t.slice(1).replace(/([^.])$/, '$1.')).join(' ');

/** A nimber. @param {number} n */
export const nimber = n => n == 0 ? '0' : `∗${n}`;

/** @param {string} player */
export const wins = player => `${player} wins`;

/** What became of the move that led to a position. @param {any} node @param {string} mark */
export function came(node, mark) {
	const study = node.parent?.study, best = study?.moves[0], m = study?.moves.find(m => m.move == node.move);
	if (!m?.outcome) return '';
	const better = mark.includes('?') ? `; ${best.move} ${value(best)}` : mark ? ', the only move that wins' : '';
	return `${study.to_move} played ${node.move}${mark}: it ${value(m)}${better}.`;
}

/** What the evidence shows. @param {any} e @param {string} winner */
export function legend(e, winner) {
	if (e.matching) return `Cells joined in pairs: ${winner} answers a cell with its partner.`;
	if (e.mirror) return `${winner} answers each move with its image. Point at a cell to see its image.`;
	if (e.sum) return `Components and their nimbers. Their sum is ${nimber(e.sum.total)}: the player to move ${e.sum.total ? 'wins' : 'loses'}.`;
	if (e.values) return `Components and their values. Their sum is ${e.values.total}; what is positive is good for X.`;
	if (e.separation) return 'The players cannot meet any more. Lines mark what each can reach, numbers a long walk.';
	return 'Found by search. The numbers are the line of best play.';
}

/** The history, for those who cannot see it. @param {any[]} line @param {any[]} known */
export function history(line, known) {
	const parts = line.map((n, i) => `${i ? `${i}. ${n.move}` : 'start'}: ${known[i] ? `${known[i].winner} wins${known[i].distance == null ? '' : ` in ${known[i].distance}`}` : 'not known'}`);
	return 'Value history. ' + parts.join('; ');
}

/** Facts about a position. @param {any} s the analysis @returns {[string, string][]} */
export function facts(s) {
	const f = s.facts, all = /** @type {[string, string][]} */ ([['Moves', `${f.legal}: ${f.winning} win, ${f.losing} lose` + (f.only_move ? ' (only move)' : '')]]);
	if (s.value != null) all.push(['Value', s.value]);
	if (s.nimber != null) all.push(['Nimber', nimber(s.nimber)]);
	if (f.components.length > 1) all.push(['Components', `${f.components.length}, of ${f.components.map(c => c.length).sort((a, b) => b - a).join(', ')} cells`]);
	if (f.images > 1) all.push(['Images', `${f.images} by symmetry`]);
	for (const player of f.rooms ? ['X', 'O'] : []) {
		const r = f.rooms[player];
		all.push([`${player} reaches`, `${r.reach.length} cells, a walk of ${r.least == r.most ? r.least : `${r.least} to ${r.most}`}`]);
	}
	all.push(['Found by', s.engine + (s.nodes ? `, ${s.nodes.toLocaleString('en')} positions` : '')]);
	return all;
}

/** What the coach says of a move that gives the win away. @param {any} mine @param {any} best */
export const coach = (mine, best) => `That gives the win away: ${mine.move} ${value(mine)}, and ${best.move} ${value(best)}. Take it back?`;

/** Where the best move is. @param {any} best */
export const where = best => `The best move is ${best.geometry.where}.`;

/** @param {any} m */
export const hintMove = m => `Play ${m.move}: it ${value(m)}.`;

export const hints = {
	block: 'Now the cell to block. Esc takes the step back.', stopped: 'Stopped.', again: 'Search on', thinking: 'The computer is thinking.',
	over: 'The game is over.', reviewing: 'Looking at every move of the game.', review: 'Review the game', newGame: 'New game', takeBack: 'Take it back', taken: 'Taken back.', anyway: 'Play it anyway',
	noMistake: 'No mistake that way.', report: 'This report has the positions of its game only. For all others, run: gridlock serve --open', copied: 'The link is copied.', hidden: 'Values are off.', proving: 'Writing the certificate.',
};

export const puzzle = {
	seek: 'Looking for a puzzle.', none: 'There is no such puzzle on this board. Try another depth or board.', next: 'Next puzzle', retry: 'Try again', solution: 'Show the solution',
	check: 'Checking the move.',
	/** @param {any} z */
	task: z => `${z.to_move} to move and win in ${plies(z.depth)}. Find the move. (${z.difficulty.level})`,
	/** @param {string} answer */
	right: answer => `Right. The answer is ${answer}. Go on.`,
	/** @param {string} move @param {any} after */
	wrong: (move, after) => `${move} does not win: ${after.to_move} answers ${after.best_move}` + (after.distance == null ? '.' : ` and wins in ${plies(after.distance)}.`),
	/** @param {any} z */
	shown: z => `The solution begins with ${z.move}.`,
	/** @param {any} z @param {number} n */
	solved: (z, n) => `Solved, by ${z.themes.join(' and ')}.` + (n > 1 ? ` That is ${n} in a row.` : ''),
	/** @param {number} n */
	streak: n => n ? `${n} in a row` : '',
};

export const edit = { title: 'Edit the position.', large: 'A board has at most 64 cells.', other: 'other…' };
