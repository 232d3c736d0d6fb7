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
export function name(game) {
	const whole = game.own || game.name;
	return whole.length > 28 ? whole.slice(0, 27) + '…' : whole;
}

/** A game above its rules. @param {any} game */
export const title = game => !game.own && game.title == game.variant ? 'Rules' : `Rules of ${home.name(game)}`;

export const games = { library: 'Library', other: 'Other rules' };

/** The title of the page. @param {string} mode @param {any} game */
export const room = (mode, game) => `${home.name(game)}: ${{ play: 'play', analyse: 'analysis', review: 'review', puzzle: 'puzzle', edit: 'editor', make: 'make your own' }[mode]} – Gridlock`;

/** The board. @param {any} rules */
export const board = rules => `${rules.variant} on ${rules.board}`;

/** A cell. @param {any} cell @param {any} move @param {boolean} values @param {boolean} last whether the last move went there */
export function cell(cell, move, values, last) {
	const content = { empty: 'empty', mark: `marker of ${cell.player}`, used: cell.player ? `used by ${cell.player}` : 'used', blocked: 'blocked', hole: 'no cell' }[cell.content];
	const closed = cell.content == 'empty' && cell.closed?.length ? `, closed to ${cell.closed.join(' and ')}` : '';
	return `row ${cell.row + 1}, column ${cell.col + 1}, ${content}${closed}${last ? ', last move' : ''}` + (move ? `, ${values ? value(move) : 'can be played'}` : '');
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

/** @param {number} n @param {string} one */
const count = (n, one) => `${n} ${one}${n == 1 ? '' : 's'}`;

/** What a move did. @param {string} player @param {any} m the move, as the rules have it @param {string} move as it is written */
function went(player, m, move) {
	const [to, block] = move.split('@');
	return `${player} ${m && !m.from ? 'took' : 'went to'} ${to}${block ? ` and blocked ${block}` : ''}.`;
}

/** Whose turn it is when people play, what the computer has just done, or how the game ended.
 * @param {any} rules @param {{people: string[], given: string, step: string, last: any}} how */
export function turn(rules, { people, given, step, last }) {
	const mover = rules.to_move, loser = given || (rules.over ? mover : '');
	const said = last ? went(other(mover), last.parent.rules?.moves.find(m => m.move == last.move), last.move) + ' ' : '';
	if (loser) {
		const mine = people.length != 1 ? '' : people[0] == loser ? ' You lost.' : ' You won!';
		return said + (given ? `${given} gave up` : `${mover} cannot move`) + `: ${other(loser)} has won.` + mine;
	}
	const what = step ? ': block' : rules.moves[0]?.from ? ': step' : '';
	if (!people.includes(mover)) return said + `${mover} is thinking…`;
	return said + (people.length == 1 ? 'Your turn' : `${mover}’s turn`) + what + '.';
}

/** What the person can do now. @param {Map<string, any>} cells @param {any} rules @param {string} step */
export function task(cells, rules, step) {
	const dotted = cells.size == 1 ? 'The dot marks the one cell' : `The dots mark ${count(cells.size, 'cell')}`;
	if (step) return `${dotted} that you can block. To take the step back, press your marker, or Esc.`;
	const first = rules.moves[0], to = first.from ? 'that your marker can go to' : 'that you can take';
	return `${dotted} ${to}.${first.block ? ' After the step you block a cell near it.' : ''}`;
}

/** Why a cell cannot be played. @param {any} rules @param {string} name @param {string} step */
export function illegal(rules, name, step) {
	const cell = rules.cells.find(c => c.name == name), mover = rules.to_move;
	if (rules.over) return 'The game is over.';
	if (cell.content == 'hole') return 'There is no cell.';
	if (cell.content == 'blocked' || cell.closed?.length == 2) return `${name} is ${cell.content == 'blocked' ? 'blocked' : 'closed to both players'}.`;
	if (cell.content == 'mark') return `${name} has a marker of ${cell.player}.`;
	if (cell.content == 'used') return `${name} is used: a marker${cell.player ? ` of ${cell.player}` : ''} has been there.`;
	if (cell.closed?.includes(mover)) return `${name} is closed to ${mover}: only ${other(mover)} can take it.`;
	if (step) return `${name} is not near ${step}, so you cannot block it. To take the step back, press your marker.`;
	const { from } = rules.moves[0];
	return from ? `${name} is not near the marker of ${mover}, which is on ${from}.` : `${name} is not near the last mark.`;
}

/** What there is to say of a board on which nothing can be done wrong, "" of others. @param {string} variant @param {string} board */
export const trivial = (variant, board) => ({ 'claim 4x4': 'On 4×4 every game of claim lasts four moves, whatever anyone plays. 5×5 is a real game.' })[`${variant} ${board}`] ?? '';

/** A date and time. @param {number} ms */
export const when = ms => new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A game that was kept. @param {any} g @param {any} game */
export function saved(g, game) {
	const size = g.position ? g.position.split(' ')[0].split('/') : [];
	const people = ['X', 'O'].filter(s => !g.sides[s]), level = people.length == 1 ? g.sides[other(people[0])] : '';
	const how = g.mode == 'play' ? people.length == 2 ? ', two people' : level ? ` against ${level}` : '' : '';
	return `${game ? home.name(game) : g.variant}${size.length ? ` ${size.length}×${size[0].length}` : ''}${how}, ${count(g.plies, 'move')}` + (g.over || g.given ? ', over' : '');
}

export const home = {
	play: 'Play', analyse: 'Analyse', puzzle: 'Puzzle', today: 'Puzzle of the day', solve: 'Solve', resume: 'Continue', go: 'Go on',
	/** @param {any} game */
	name: game => game.own ? game.own : game.name == game.variant ? game.name[0].toUpperCase() + game.name.slice(1) : game.title,
	/** @param {any} game */
	rule: game => sentences(game.summary),
	/** @param {string} mode @param {any} game */
	way: (mode, game) => `${home[mode]} ${home.name(game)}`,
	/** @param {string} name @param {any} z */
	goal: (name, z) => z ? `${name}: ${z.to_move} to move and win in ${plies(z.depth)}. (${z.difficulty.level})` : `${name}. There is one way to win.`,
};

export const mine = {
	open: 'Open', review: 'Review', rename: 'Rename', remove: 'Delete', none: 'No games yet. Every game that you play is kept here, in this browser.', name: 'Name of the game',
};

export const link = {
	long: 'This link has more moves than a game can have. Its beginning is shown.', position: 'The position of this link is longer than any can be. The game is shown from its start.',
	rules: 'The rules of this link are longer than any can be.',
	/** @param {string[]} legal @param {string} detail */
	moves: (legal, detail) => sentences(detail, legal.length ? `The game is shown up to move ${legal.length}, ${legal[legal.length - 1]}` : 'The game is shown from its start'),
	/** @param {string} detail */
	start: detail => sentences(detail, 'The game is shown from its start'),
};

export const hints = {
	block: 'Now the cell to block. To take the step back, press the marker, or Esc.', stopped: 'Stopped.', again: 'Search on', thinking: 'The computer is thinking.', seeking: 'Looking for a hint.', none: 'It is not known who wins, so there is no hint.', saved: 'This game is kept in this browser, under My games.', unsaved: 'The browser does not keep this game: it goes with this page. Copy its address.', wait: 'Waiting for the games.',
	reviewing: 'Looking at every move of the game.', review: 'Review the game', newGame: 'New game', takeBack: 'Take it back', taken: 'Taken back.', anyway: 'Play it anyway',
	noMistake: 'No mistake that way.', report: 'This report has the positions of its game only. For all others, run: gridlock serve --open', copied: 'The link is copied.', hidden: 'Values are off: tick “Values” to see what the moves are worth, and why.', proving: 'Writing the certificate.',
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

/** Numbers of plies, those in a row as a range. @param {number[]} all */
const plyList = all => {
	const runs = all.reduce((runs, n) => (runs.at(-1)?.at(-1) == n - 1 ? runs.at(-1)?.push(n) : runs.push([n]), runs), /** @type {number[][]} */ ([]));
	return (all.length == 1 ? 'ply ' : 'plies ') + runs.map(r => r.length > 1 ? `${r[0]}–${r[r.length - 1]}` : r[0]).join(', ');
};

/** What is said of a game that is reviewed. A ply is what the review has of it. */
export const review = {
	none: 'There is no move to review yet.', start: 'The start of the game.', look: 'This is the game as it was. To play on from a mistake, press “Play from here”.',
	again: 'Play from here', show: 'Show',
	/** @param {any} p */
	againAt: p => `Play from here, before ply ${p.ply}`,
	/** @param {any} p */
	showAt: p => `Show ply ${p.ply}`,
	/** @param {any} p */
	move: p => `${p.ply}. ${p.player} ${p.played.move}${p.mark}`,
	/** What is not known of the plies: whether they gave the win away, and whether they cost plies. @param {any[]} plies */
	doubt: plies => {
		const open = plies.filter(p => !p.position.outcome || !p.played.outcome);
		const uncounted = plies.filter(p => !open.includes(p) && p.played.outcome == p.best.outcome && (p.played.distance == null || p.best.distance == null));
		const at = all => plyList(all.map(p => p.ply));
		return sentences(open.length ? `It is not known who wins at ${at(open)}, so there may be mistakes that are not listed` : '',
			uncounted.length ? `It is not known how many plies the moves at ${at(uncounted)} cost` : '');
	},
	/** How many mistakes there are. @param {any[]} plies */
	summary: plies => {
		const grave = plies.filter(p => p.played.mistake == '??').length, slow = plies.filter(p => p.played.mistake == '?!').length;
		if (grave) return `${count(grave, 'move')} gave the win away` + (slow ? `, ${slow} cost plies.` : '.');
		if (slow) return `${count(slow, 'move')} cost plies.` + (plies.every(p => p.position.outcome && p.played.outcome) ? ' Nobody gave a win away.' : '');
		return review.doubt(plies) ? 'No mistake is known.' : 'Nobody made a mistake.';
	},
	/** What a mistake gave away. @param {any} p @param {string[]} better */
	gave: ({ played, best }, better) => {
		const cost = played.mistake == '??' ? `It gave the win away: it ${value(played)}` : `It ${value(played)}, ${plies(Math.abs(played.change))} ${played.outcome == 'win' ? 'later' : 'sooner'} than the best`;
		const few = better.slice(0, 6), more = better.length - few.length;
		return `${cost}. Better: ${few.join(', ')}${more ? ` and ${more} more` : ''} (${value(best)}).`;
	},
	/** The ply that is shown. @param {number} i @param {number} n @param {string} player @param {string} move @param {any} p */
	ply: (i, n, player, move, p) => {
		const said = p?.played.mistake == '??' ? ', which gave the win away. What was better is framed' : p?.played.mistake ? ', which cost plies. What was better is framed' : p?.mark == '!' ? ', the only move that wins' : '';
		return `Ply ${i} of ${n}: ${player} played ${move}${said}.`;
	},
};

export const edit = { title: 'Edit the position.', large: 'A board has at most 64 cells.', other: 'other…' };

export const make = {
	move: 'A move', near: 'Near are', close: 'A mark closes what is near', start: 'The markers start', block: 'After the step', shape: 'The edges',
	none: 'This is no game yet', saved: 'Saved. To play it: gridlock play ./FILE', holes: 'Links keep the holes; rule files and puzzles have none.',
	/** @param {string} key @param {string} value */
	value: (key, value) => ({
		close: { none: 'to nobody', own: 'to its owner', other: 'to the other', all: 'to both' }, start: { '': 'where the players like', ends: 'at the ends' },
		block: { '': 'nothing', block: 'block a cell' }, shape: { '': 'plane', cylinder: 'cylinder', torus: 'torus' },
	})[key]?.[value] ?? value.split(':')[0],
	/** @param {any} game */
	title: game => game.name == game.variant && game.variant.includes(' ') ? 'A game without a name' : `This is ${home.name(game)}`,
	/** What the picture shows. @param {Record<string, string>} chosen */
	legend: ({ move, close }) => `${move == 'place' ? {
		none: 'A mark closes nothing but its own cell.', own: 'The picture: X has a mark, and only O can still take the cells with a small O.',
		other: 'The picture: X has a mark, and only X can still take the cells with a small X.', all: 'The picture: X has a mark, and nobody can take the filled cells any more.',
	}[close] : move == 'follow' ? 'The picture: X is the last mark, and the next one goes to a dot.' : 'The picture: the marker of X can go to the dots.'} Point at any cell. A click, or Enter, makes a hole.`,
};
