// @ts-check
// All texts that the page makes.

/** @param {string} player */
export const other = player => (player == 'X' ? 'O' : 'X');

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
export const glyph = move => (!move?.outcome ? '?' : (move.outcome == 'win' ? 'W' : 'L') + (move.distance ?? ''));

/** The value of a move in words. @param {any} move */
export function value(move) {
	if (!move?.outcome) return 'value not known';
	const how = move.outcome == 'win' ? 'wins' : 'loses';
	return move.distance == null ? how : `${how} in ${move.distance}`;
}

/** What a move costs. @param {any} move */
export const change = move =>
	move.mistake ? move.mistake + (move.change ? ` ${move.change > 0 ? '+' : ''}${move.change}` : '') : '';

/** How many moves keep the win at the winner's next choice; more may where the others are not all known. @param {any}
 * move */
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

/** What has decided a value. @param {string|null} engine */
export const found = engine =>
	engine == null
		? ''
		: ({ auto: 'follows from others', pn: 'proof-number search', book: 'opening book' }[engine] ?? engine);

/** What values mean, by those of a position. @param {any[]} moves @param {string} mover */
export function glyphs(moves, mover) {
	const first = outcome => moves.find(m => (m.outcome ?? '') == outcome),
		known = [first('win'), first('loss')].filter(Boolean);
	return known
		.map(
			m =>
				`${glyph(m)}: ${mover} ${m.outcome == 'win' ? 'wins' : 'loses'}${m.distance == null ? '' : ` in ${plies(m.distance)}`}.`
		)
		.concat(first('') ? '?: not known yet.' : [])
		.join(' ');
}

/** Words that are explained where they stand, and what they mean. @type {[RegExp, string][]} */
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
		'At least so many positions have still to be decided to prove that the player to move wins, and, behind the stroke, that this is not so.',
	],
	[
		/\bwinner’s next\b/i,
		'At the winner’s next choice, how many of the moves keep the win: at once after a move that loses, after the best reply to one that wins. 1 of 9: a single move does. 1+: at least one, and of some it is not known.',
	],
];

/** How far a search is. @param {any} p */
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

/** A game in a list. @param {any} game */
export function name(game) {
	const whole = game.own || game.name;
	return whole.length > 28 ? whole.slice(0, 27) + '…' : whole;
}

/** A game above its rules. @param {any} game */
export const title = game => (!game.own && game.title == game.variant ? 'Rules' : `Rules of ${home.name(game)}`);

export const games = { library: 'Library', other: 'Other rules' };

/** The title of the page. @param {string} mode @param {any} game */
export const room = (mode, game) =>
	`${home.name(game)}: ${{ play: 'play', analyse: 'analysis', review: 'review', puzzle: 'puzzle', edit: 'editor', make: 'make your own', atlas: 'atlas', proof: 'proof' }[mode]} – Gridlock`;

/** The board. @param {any} rules */
export const board = rules =>
	`${rules.variant.includes('graph:') || rules.canvas ? 'graph' : rules.variant} on ${rules.board}`;

/** Which cells an edge leads to. @param {string[]} names */
export const joined = names => (names.length ? `, joined to ${names.join(', ')}` : '');

/** What a cell has in it. @param {any} cell */
export const content = ({ content, player }) =>
	({
		empty: 'empty',
		mark: `marker of ${player}`,
		used: player ? `used by ${player}` : 'used',
		blocked: 'blocked',
		hole: 'no cell',
	})[content];

/** Which part of a long board is seen. @param {string} what rows or columns @param {number[]} seen the first and the
 * last @param {number} all */
export function part(what, [from, to], all) {
	const [back, on] = what == 'rows' ? '▴▾' : '◂▸';
	return `${from > 1 ? back + ' ' : ''}${what} ${from} to ${to} of ${all}${to < all ? ' ' + on : ''}`;
}

/** A cell. @param {any} cell @param {any} move @param {boolean} values @param {boolean} last whether the last move
 * went there */
export function cell(cell, move, values, last) {
	const closed = cell.content == 'empty' && cell.closed?.length ? `, closed to ${cell.closed.join(' and ')}` : '';
	return (
		`row ${cell.row + 1}, column ${cell.col + 1}, ${content(cell)}${closed}${last ? ', last move' : ''}`
		+ (move ? `, ${values ? value(move) : 'can be played'}` : '')
	);
}

/** Joins texts to sentences. @param {...(string|null|undefined)} texts */
export const sentences = (...texts) =>
	texts
		.filter(Boolean)
		.map(t => t && t[0].toUpperCase() + t.slice(1) + (/[.?!…]\)?$/.test(t) ? '' : '.'))
		.join(' ');

/** What went wrong. @param {any} e */
export const failure = e => sentences(e.problem?.detail ?? String(e.message ?? e));

/** A nimber. @param {number} n */
export const nimber = n => (n == 0 ? '0' : `∗${n}`);

/** @param {string} player */
export const wins = player => `${player} wins`;

/** What became of the move that led to a position. @param {any} node @param {string} mark */
export function came(node, mark) {
	const study = node.parent?.study,
		best = study?.moves[0],
		m = study?.moves.find(m => m.move == node.move);
	if (!m?.outcome) return '';
	const better = mark.includes('?') ? `; ${best.move} ${value(best)}` : mark ? ', the only move that wins' : '';
	return `${study.to_move} played ${node.move}${mark}: it ${value(m)}${better}.`;
}

/** A variation, and the move that it replaces. @param {any} n its first node @param {any[]} line its nodes */
export const branch = (n, line) =>
	`${n.ply}. ${line
		.slice(0, 6)
		.map(m => m.move)
		.join(' ')}${line.length > 6 ? ' …' : ''}, not ${n.parent.children[0].move}`;

export const tree = {
	promote: 'Main line',
	remove: 'Delete',
	back: 'Bring it back',
	/** @param {string} does @param {any} n */
	to: (does, n) => `${tree[does]}: ${n.ply}. ${n.move}`,
	/** @param {any} n */
	gone: n => `Deleted: ${n.ply}. ${n.move} and what came after it.`,
};

/** What the evidence shows. @param {any} e @param {string} winner */
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
	/** @param {string} player @param {any} s */
	step: (player, s) => `${player} goes to ${s.to}${s.block ? ` and blocks ${s.block}` : ''}.`,
};

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

/** The history, for those who cannot see it. @param {any[]} line @param {any[]} known */
export function history(line, known) {
	const parts = line.map(
		(n, i) =>
			`${i ? `${i}. ${n.move}` : 'start'}: ${known[i] ? `${known[i].winner} wins${known[i].distance == null ? '' : ` in ${known[i].distance}`}` : 'not known'}`
	);
	return 'Value history. ' + parts.join('; ');
}

/** Facts about a position. @param {any} s the analysis @returns {[string, string][]} */
export function facts(s) {
	const f = s.facts,
		all = /** @type {[string, string][]} */ ([
			['Moves', `${f.legal}: ${f.winning} win, ${f.losing} lose` + (f.only_move ? ' (only move)' : '')],
		]);
	if (s.value != null) all.push(['Value', s.value]);
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
		const r = f.rooms[player];
		all.push([
			`${player} reaches`,
			`${r.reach.length} cells, a walk of ${r.least == r.most ? r.least : `${r.least} to ${r.most}`}`,
		]);
	}
	all.push(['Found by', found(s.engine) + (s.nodes ? `, ${s.nodes.toLocaleString('en')} positions` : '')]);
	return all;
}

/** What the coach says of a move that gives the win away. @param {any} mine @param {any} best */
export const coach = (mine, best) =>
	`That gives the win away: ${mine.move} ${value(mine)}, and ${best.move} ${value(best)}. Take it back?`;

/** Where the best move is. @param {any} best */
export const where = best => `The best move is ${best.geometry.where}.`;

/** @param {any} m */
export const hintMove = m => `Play ${m.move}: it ${value(m)}.`;

/** @param {number} n @param {string} one */
const count = (n, one) => `${n} ${one}${n == 1 ? '' : 's'}`;

/** What a move did. @param {string} player @param {any} m the move, as the rules have it @param {string} move as it
 * is written */
function went(player, m, move) {
	const [to, block] = move.split('@');
	return `${player} ${m && !m.from ? 'took' : 'went to'} ${to}${block ? ` and blocked ${block}` : ''}.`;
}

/** Whose turn it is when people play, what the computer has just done, or how the game ended.
 * @param {any} rules @param {{people: string[], far: boolean, given: string, step: string, last: any}} how */
export function turn(rules, { people, far, given, step, last }) {
	const mover = rules.to_move,
		loser = given || (rules.over ? mover : '');
	const said = last
		? went(other(mover), last.parent.rules?.moves.find(m => m.move == last.move) ?? rules.moves[0], last.move) + ' '
		: '';
	if (loser) {
		const mine = people.length != 1 ? '' : people[0] == loser ? ' You lost.' : ' You won!';
		return said + (given ? `${given} gave up` : `${mover} cannot move`) + `: ${other(loser)} has won.` + mine;
	}
	const what = step ? ': block' : rules.moves[0]?.from ? ': step' : '';
	if (!people.includes(mover)) return said + (far ? `Waiting for ${mover}.` : `${mover} is thinking…`);
	if (far) return said + `Your turn: you play ${mover}${what}.`;
	return said + (people.length == 1 ? 'Your turn' : `${mover}’s turn`) + what + '.';
}

/** Which side is the person's. @param {string} side */
export const you = side => side && `You are ${side}.`;

/** What the person can do now. @param {Map<string, any>} cells @param {any} rules @param {string} step */
export function task(cells, rules, step) {
	const dotted = cells.size == 1 ? 'The dot marks the one cell' : `The dots mark ${count(cells.size, 'cell')}`;
	if (step) return `${dotted} that you can block. To take the step back, press your marker, or Esc.`;
	const first = rules.moves[0],
		to = first.from ? 'that your marker can go to' : 'that you can take';
	return `${dotted} ${to}.${first.block ? ' After the step you block a cell near it.' : ''}`;
}

/** Why a cell cannot be played. @param {any} rules @param {string} name @param {string} step */
export function illegal(rules, name, step) {
	const cell = rules.cells.find(c => c.name == name),
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

/** What there is to say of a board on which nothing can be done wrong, "" of others. @param {string} variant @param
 * {string} board */
export const trivial = (variant, board) =>
	({ 'claim 4x4': 'On 4×4 every game of claim lasts four moves, whatever anyone plays. 5×5 is a real game.' })[
		`${variant} ${board}`
	] ?? '';

/** A date and time. @param {number} ms */
export const when = ms => new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A game that was kept. @param {any} g @param {any} game */
export function saved(g, game) {
	const size = g.position ? g.position.split(' ')[0].split('/') : [];
	const people = ['X', 'O'].filter(s => !g.sides[s]),
		level = people.length == 1 ? g.sides[other(people[0])] : '';
	const how =
		g.mode == 'play'
			? people.length == 2
				? ', two people'
				: level == 'link'
					? ', by link'
					: level
						? ` against ${level}`
						: ''
			: '';
	return (
		`${game ? home.name(game) : g.variant}${size.length ? ` ${size.length}×${size[0].length}` : ''}${how}, ${count(g.plies, 'move')}`
		+ (g.over || g.given ? ', over' : '')
	);
}

export const home = {
	play: 'Play',
	analyse: 'Analyse',
	puzzle: 'Puzzle',
	today: 'Puzzle of the day',
	solve: 'Solve',
	resume: 'Continue',
	go: 'Go on',
	/** @param {any} game */
	name: game =>
		game.own ? game.own : game.name == game.variant ? game.name[0].toUpperCase() + game.name.slice(1) : game.title,
	/** @param {any} game */
	rule: game => sentences(game.summary),
	/** @param {string} mode @param {any} game */
	way: (mode, game) => `${home[mode]} ${home.name(game)}`,
	/** @param {string} name @param {any} z */
	goal: (name, z) =>
		z ? `${name}: ${puzzle.title(z)} (${z.difficulty.level})` : `${name}. There is one way to win.`,
};

export const mine = {
	open: 'Open',
	review: 'Review',
	rename: 'Rename',
	remove: 'Delete',
	none: 'No games yet. Every game that you play is kept here, in this browser.',
	name: 'Name of the game',
};

export const link = {
	long: 'This link has more moves than a game can have. Its beginning is shown.',
	position: 'The position of this link is longer than any can be. The game is shown from its start.',
	rules: 'The rules of this link are longer than any can be.',
	other: 'In this link the game went another way than here. Both are kept.',
	copy: 'Copy the link',
	/** @param {string} far */
	send: far => `Send the link to whoever plays ${far}. It has the whole game.`,
	/** @param {string} far */
	last: far => `Send the link to whoever plays ${far}, to show how the game ended.`,
	/** @param {string} far */
	copied: far => `The link is copied. Send it to whoever plays ${far}; the answer is a link, too.`,
	/** @param {string[]} legal @param {string} detail */
	moves: (legal, detail) =>
		sentences(
			detail,
			legal.length
				? `The game is shown up to move ${legal.length}, ${legal[legal.length - 1]}`
				: 'The game is shown from its start'
		),
	/** @param {string} detail */
	start: detail => sentences(detail, 'The game is shown from its start'),
};

export const hints = {
	elsewhere: 'This game was gone on with in another window. All its moves are kept.',
	there: 'Show them',
	block: 'Now the cell to block. To take the step back, press the marker, or Esc.',
	stopped: 'Stopped.',
	again: 'Search on',
	thinking: 'The computer is thinking.',
	seeking: 'Looking for a hint.',
	none: 'It is not known who wins, so there is no hint.',
	saved: 'This game is kept in this browser, under My games.',
	unsaved: 'The browser does not keep this game: it goes with this page. Copy its address.',
	wait: 'Waiting for the games.',
	part: 'A part of the page cannot be fetched. Reload it.',
	reviewing: 'Looking at every move of the game.',
	review: 'Review the game',
	newGame: 'New game',
	takeBack: 'Take it back',
	taken: 'Taken back.',
	anyway: 'Play it anyway',
	noMistake: 'No mistake that way.',
	report: 'This report has the positions of its game only. For all others, run: gridlock serve --open',
	copied: 'The link is copied.',
	copy: 'To copy:',
	silent: 'The link is copied, without the comments: they are too long for one.',
	hidden: 'Values are off: tick “Values” to see what the moves are worth, and why.',
	proving: 'Writing the certificate.',
	drawing: 'Drawing the game.',
};

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
	/** @param {any} z */
	title: z => `${z.to_move} to move and win in ${plies(z.depth)}.`,
	/** @param {any} z @param {any} [before] what became of it before */
	task: (z, before) =>
		`Find the move. It is one of the dots. (By estimate ${z.difficulty.level}.)`
		+ (before?.end ? ' ' + puzzle.before(before) : ''),
	/** @param {string} answer */
	right: answer => `Right. The answer is ${answer}. Go on.`,
	/** @param {string} move @param {any} after */
	wrong: (move, after) =>
		`${move} does not win: ${after.to_move} answers ${after.best_move}`
		+ (after.distance == null ? '.' : ` and wins in ${plies(after.distance)}.`),
	/** @param {any} z */
	shown: z => `The solution begins with ${z.move}. It is ${z.difficulty.text}.`,
	/** @param {any} z @param {number} n */
	solved: (z, n) =>
		`Solved, by ${z.themes.join(' and ')}. It was ${z.difficulty.text}.` + (n > 1 ? ` That is ${n} in a row.` : ''),
	/** @param {number} n */
	streak: n => (n ? `${n} in a row` : ''),
};

/** Numbers of plies, those in a row as a range. @param {number[]} all */
const plyList = all => {
	const runs = all.reduce(
		(runs, n) => (runs.at(-1)?.at(-1) == n - 1 ? runs.at(-1)?.push(n) : runs.push([n]), runs),
		/** @type {number[][]} */ ([])
	);
	return (
		(all.length == 1 ? 'ply ' : 'plies ')
		+ runs.map(r => (r.length > 1 ? `${r[0]}–${r[r.length - 1]}` : r[0])).join(', ')
	);
};

/** What is said of a game that is reviewed. A ply is what the review has of it. */
export const review = {
	none: 'There is no move to review yet.',
	start: 'The start of the game.',
	look: 'This is the game as it was. To play on from a mistake, press “Play from here”.',
	again: 'Play from here',
	show: 'Show',
	/** @param {any} p */
	againAt: p => `Play from here, before ply ${p.ply}`,
	/** @param {any} p */
	showAt: p => `Show ply ${p.ply}`,
	/** @param {any} p */
	move: p => `${p.ply}. ${p.player} ${p.played.move}${p.mark}`,
	/** What is not known of the plies: whether they gave the win away, and whether they cost plies. @param {any[]}
	 * plies */
	doubt: plies => {
		const open = plies.filter(p => !p.position.outcome || !p.played.outcome);
		const uncounted = plies.filter(
			p =>
				!open.includes(p)
				&& p.played.outcome == p.best.outcome
				&& (p.played.distance == null || p.best.distance == null)
		);
		const at = all => plyList(all.map(p => p.ply));
		return sentences(
			open.length ? `It is not known who wins at ${at(open)}, so there may be mistakes that are not listed` : '',
			uncounted.length ? `It is not known how many plies the moves at ${at(uncounted)} cost` : ''
		);
	},
	/** How many mistakes there are. @param {any[]} plies */
	summary: plies => {
		const grave = plies.filter(p => p.played.mistake == '??').length,
			slow = plies.filter(p => p.played.mistake == '?!').length;
		if (grave) return `${count(grave, 'move')} gave the win away` + (slow ? `, ${slow} cost plies.` : '.');
		if (slow)
			return (
				`${count(slow, 'move')} cost plies.`
				+ (plies.every(p => p.position.outcome && p.played.outcome) ? ' Nobody gave a win away.' : '')
			);
		return review.doubt(plies) ? 'No mistake is known.' : 'Nobody made a mistake.';
	},
	/** What a mistake gave away. @param {any} p @param {string[]} better */
	gave: ({ played, best }, better) => {
		const cost =
			played.mistake == '??'
				? `It gave the win away: it ${value(played)}`
				: `It ${value(played)}, ${plies(Math.abs(played.change))} ${played.outcome == 'win' ? 'later' : 'sooner'} than the best`;
		const few = better.slice(0, 6),
			more = better.length - few.length;
		return `${cost}. Better: ${few.join(', ')}${more ? ` and ${more} more` : ''} (${value(best)}).`;
	},
	/** Which game it is, who played, and who wins now. @param {any} game @param {Record<string, string>} sides @param
	 * {boolean} mine @param {string} winner */
	about: (game, sides, mine, winner) => {
		const people = ['X', 'O'].filter(s => !sides[s]),
			[me] = people;
		const who =
			!mine || people.length != 1 || sides[other(me)] == 'link'
				? ''
				: `, you were ${me} against ${sides[other(me)]}`;
		return sentences(home.name(game) + who, winner && `With best play ${winner} wins`);
	},
	/** The ply that is shown. @param {number} i @param {number} n @param {string} player @param {string} move @param
	 * {any} p */
	ply: (i, n, player, move, p) => {
		const said =
			p?.played.mistake == '??'
				? ', which gave the win away. What was better is framed'
				: p?.played.mistake
					? ', which cost plies. What was better is framed'
					: p?.mark == '!'
						? ', the only move that wins'
						: '';
		return `Ply ${i} of ${n}: ${player} played ${move}${said}.`;
	},
};

export const atlas = {
	opens: 'A board opens when it is pressed.',
	/** What the colours can show, by columns of the table. */
	measures: { plies: 'plies', nodes: 'positions searched', certificate_records: 'records of the certificate' },
	legend: {
		plies: 'X and O say who wins, the number after how many moves of both players; where there is none, it is not known. The stronger the colour, the more of the cells are used.',
		nodes: 'X and O say who wins. The stronger the colour, the more positions the search took.',
		certificate_records: 'X and O say who wins. The stronger the colour, the more records the certificate has.',
	},
	/** What it has of a board. @param {any} b */
	about: b =>
		b?.winner
			? `The atlas has it: ${b.winner} wins${b.plies ? ` in ${plies(b.plies)}` : ''}${b.best_move ? `, by ${b.best_move}` : ''}.`
			: '',
	/** @param {any} b */
	size: b => `${b.rows}×${b.cols}`,
	/** A number in few characters. @param {string} n */
	short: n =>
		n.length < 5 ? n : n.length < 7 ? `${Math.floor(Number(n) / 1e3)}k` : `${Math.floor(Number(n) / 1e6)}M`,
	/** A board: who wins, and how the measure is. @param {any} b @param {string} measure */
	board: (b, measure) => {
		const n = b[measure],
			much = !n
				? ''
				: measure == 'plies'
					? ` in ${n}`
					: `, ${measure == 'nodes' ? `${n} positions searched` : `certificate of ${n} records`}`;
		return `${b.rows} by ${b.cols}: ${b.winner ? `${b.winner} wins` : 'not decided'}${much}`;
	},
	/** @param {number} n @param {string} what rows or cols */
	count: (n, what) => count(n, what == 'rows' ? 'row' : 'column'),
	/** @param {any} game @param {any[]} all @param {boolean} tall whether boards with more rows than columns are
	 * different ones */
	says: (game, all, tall) => {
		if (!all.length) return `${home.name(game)} is not in the atlas, which has the five games of the rule books.`;
		const wins = player => all.filter(b => b.winner == player).length;
		return (
			`${home.rule(game)} Whoever cannot move loses. Of all ${all.length} boards of at most 64 cells the first player, X, wins ${wins('X')}, the second, O, ${wins('O')}.`
			+ (tall ? '' : ' A board with more rows than columns is the same as the one turned.')
		);
	},
	/** @param {any} b */
	proof: b =>
		`By ${b.certificate_method}. That of the atlas has ${Number(b.certificate_bytes).toLocaleString('en')} bytes.`,
	/** @param {number} n @param {string} variant */
	slow: (n, variant) =>
		n ? `${n} boards take a longer search: gridlock solve ${variant} --board ROWSxCOLUMNS --proof FILE` : '',
};

export const edit = {
	title: side => `Edit the position. ${side.toUpperCase()} is to move.`,
	how: 'Choose what to put on the board, then press a cell.',
	put: 'Put on the board',
	large: 'A board has at most 64 cells.',
	other: 'other…',
};

export const make = {
	move: 'A move',
	near: 'Near are',
	close: 'A mark closes what is near',
	start: 'The markers start',
	block: 'After the step',
	shape: 'The edges',
	draw: 'A click draws',
	none: 'This is no game yet',
	saved: 'Saved. To play it: gridlock play ./FILE',
	blank: 'Draw a graph: click a cell of the board to put a vertex there.',
	noVertex: 'There is no vertex. Choose “vertices” to put one there.',
	holes: 'Links keep the holes; rule files and puzzles have none.',
	/** @param {string} key @param {string} value */
	value: (key, value) =>
		({
			close: { none: 'to nobody', own: 'to its owner', other: 'to the other', all: 'to both' },
			start: { '': 'where the players like', ends: 'at the ends' },
			block: { '': 'nothing', block: 'block a cell' },
			shape: { '': 'plane', cylinder: 'cylinder', torus: 'torus' },
		})[key]?.[value] ?? value.split(':')[0],
	/** @param {any} game */
	title: game =>
		`Make your own game. ${game.name == game.variant && game.variant.includes(' ') ? 'It has no name yet.' : `Now it is ${home.name(game)}.`}`,
	/** What the picture shows. @param {Record<string, string>} chosen */
	legend: ({ move, close, near, draw }) =>
		near == 'graph'
			? draw == 'edges'
				? 'Click two vertices, or drag from one to the other, for an edge. The same again takes it away.'
				: 'Click a cell for a vertex. The same again takes it away, with its edges. Then draw the edges.'
			: `${
					move == 'place'
						? {
								none: 'A mark closes nothing but its own cell.',
								own: 'The picture: X has a mark, and only O can still take the cells with a small O.',
								other: 'The picture: X has a mark, and only X can still take the cells with a small X.',
								all: 'The picture: X has a mark, and nobody can take the filled cells any more.',
							}[close]
						: move == 'follow'
							? 'The picture: X is the last mark, and the next one goes to a dot.'
							: 'The picture: the marker of X can go to the dots.'
				} Point at any cell. A click, or Enter, makes a hole.`,
};
