// @ts-check
// Words of rooms: home, games that are kept, links, hints, review, atlas, editor, and games that people make.
/** @import { Board, Cell, Move, Node, Ply, Puzzle, Rules, Study, Variant } from './types' */
import { count, plies, other, value, sentences, name, home } from './words-game.js';

/** What went wrong. @param {any} e */
export const failure = e => sentences(e.problem?.detail ?? String(e.message ?? e));

/** A variation, and the move that it replaces. @param {Node} n its first node @param {Node[]} line its nodes */
export const branch = (n, line) =>
	`${n.ply}. ${line
		.slice(0, 6)
		.map(m => m.move)
		.join(' ')}${line.length > 6 ? ' …' : ''}, not ${n.parent?.children[0].move}`;

export const tree = {
	promote: 'Main line',
	remove: 'Delete',
	back: 'Bring it back',
	/** @param {Node} n */
	at: n => (n.parent ? `${n.ply}. ${n.move}` : 'Start'),
	/** @param {string} does @param {Node} n */
	to: (does, n) => `${tree[does]}: ${n.ply}. ${n.move}`,
	/** @param {Node} n */
	gone: n => `Deleted: ${n.ply}. ${n.move} and what came after it.`,
};

/** A date and time. @param {number} ms */
export const when = ms => new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A game that was kept. @param {import('./saved').Kept} g @param {Variant} game */
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

export const mine = {
	open: 'Open',
	review: 'Review',
	rename: 'Rename',
	remove: 'Delete',
	none: 'No games yet. Every game that you play is kept here, in this browser.',
	name: 'Name of the game',
	keep: 'Keep name',
	leave: 'Cancel',
};

export const link = {
	long: 'This link has more moves than a game can have. Its beginning is shown.',
	position: 'The position of this link is too long. The game is shown from its start.',
	rules: 'The rules of this link are too long.',
	other: 'This link has other moves than the game here. Both are kept.',
	copy: 'Copy the link',
	/** @param {string} far */
	own: far => `This is your own invitation. Send it to whoever plays ${far}.`,
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
	elsewhere: 'This game was continued in another window. All its moves are kept.',
	there: 'Show them',
	block: 'Now the cell to block. To take the step back, press the marker, or Esc.',
	stopped: 'Stopped.',
	again: 'Search on',
	thinking: 'The computer is thinking.',
	seeking: 'Looking for a hint.',
	none: 'It is not known who wins, so there is no hint.',
	saved: 'This game is kept in this browser, under My games.',
	unsaved: 'The browser does not keep this game: it is lost when you close the page. Copy the address of the page.',
	wait: 'Waiting for the list of games.',
	part: 'A part of the page cannot be fetched. Reload it.',
	offline: 'You are offline. Your game is kept, and continues when you are online again.',
	reload: 'Reload the page',
	/** @param {boolean} on */
	sound: on => `Sound is ${on ? 'on' : 'off'} (m)`,
	/** @param {string} what */
	broken: what => `Something is wrong with this page: ${what}. Your game is kept. Reload the page to go on.`,
	reviewing: 'Looking at every move of the game.',
	review: 'Review the game',
	newGame: 'New game',
	takeBack: 'Take it back',
	taken: 'Taken back.',
	anyway: 'Play it anyway',
	noMistake: 'No more mistakes in that direction.',
	report: 'This report has the positions of its game only. For all others, run: gridlock serve --open',
	copied: 'The link is copied.',
	copy: 'To copy:',
	silent: 'The link is copied, without the comments, which are too long for a link.',
	hidden: 'Values are off: tick “Values” to see what the moves are worth, and why.',
	proving: 'Writing the certificate.',
	drawing: 'Drawing the game.',
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

/** Texts about a reviewed game. A ply is an entry of the review. */
export const review = {
	none: 'No game to look at yet',
	empty: 'A review shows which moves of a game gave the win away, and what was better. Play a game, or choose one that you have played.',
	/** @param {string} name */
	of: name => `Review ${name}`,
	start: 'The start of the game.',
	look: 'This is the game as it was. To play on from a mistake, press “Play from here”.',
	again: 'Play from here',
	show: 'Show',
	/** @param {Ply} p */
	againAt: p => `Play from here, before ply ${p.ply}`,
	/** @param {Ply} p */
	showAt: p => `Show ply ${p.ply}`,
	/** @param {Ply} p */
	move: p => `${p.ply}. ${p.player} ${p.played.move}${p.mark}`,
	/** The doubts about plies: whether they gave the win away, and whether they cost plies. @param {Ply[]} plies */
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
	/** How many mistakes there are. @param {Ply[]} plies */
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
	/** What a mistake gave away. @param {Ply} p @param {string[]} better */
	gave: ({ played, best }, better) => {
		const cost =
			played.mistake == '??'
				? `It gave the win away: it ${value(played)}`
				: `It ${value(played)}, ${plies(Math.abs(played.change))} ${played.outcome == 'win' ? 'later' : 'sooner'} than the best`;
		const few = better.slice(0, 6),
			more = better.length - few.length;
		return `${cost}. Better: ${few.join(', ')}${more ? ` and ${more} more` : ''} (${value(best)}).`;
	},
	/** Which game it is, who played, and who wins now. @param {Variant} game @param {Record<string, string>} sides @param
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
	 * {Ply|null} p */
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

/** An insight from the boards of a game: which of them a player wins, by a rule that holds for all, or nearly all.
 * @param {Board[]} all */
function insight(all) {
	const won = (boards, player) => boards.filter(b => b.winner == player),
		odd = n => n % 2 == 1,
		few = ['X', 'O'].find(player => won(all, player).length < 3);
	const rules = /** @type {[string, (b: any) => boolean][]} */ ([
		['an odd number of cells', b => odd(b.rows * b.cols)],
		['an odd number of columns', b => odd(b.cols)],
		['an odd number of rows', b => odd(b.rows)],
	]);
	if (few)
		return `${other(few)} wins all of them${won(all, few)
			.map(b => `, but ${b.rows}×${b.cols}`)
			.join('')}.`;
	const [best] = rules
		.map(([says, holds]) => ({ says, some: all.filter(holds), rest: all.filter(b => !holds(b)) }))
		.map(r => ({ ...r, x: won(r.some, 'X').length, o: won(r.rest, 'O').length }))
		.sort((a, b) => b.x / b.some.length - a.x / a.some.length);
	if (best.x == best.some.length && best.o == best.rest.length)
		return `X wins the boards with ${best.says}, O all others.`;
	if (best.x == best.some.length)
		return `X wins every board with ${best.says}, and ${best.rest.length - best.o} of the ${best.rest.length} others.`;
	return `X wins ${best.x} of the ${best.some.length} boards with ${best.says}, and ${best.rest.length - best.o} of the ${best.rest.length} others.`;
}

export const atlas = {
	opens: 'Press a board to open it.',
	/** What the colours can show, by columns of the table. */
	measures: { plies: 'plies', nodes: 'positions searched', certificate_records: 'records of the certificate' },
	legend: {
		plies: 'X or O is the winner, and the number is the length of the game in plies, if it is known. The stronger the colour, the more of the cells are used.',
		nodes: 'X or O is the winner. The stronger the colour, the more positions the search took.',
		certificate_records: 'X or O is the winner. The stronger the colour, the more records the certificate has.',
	},
	/** The atlas's entry of a board. @param {Board|undefined} b */
	about: b =>
		b?.winner
			? `In the atlas: ${b.winner} wins${b.plies ? ` in ${plies(b.plies)}` : ''}${b.best_move ? `; a best first move is ${b.best_move}` : ''}.`
			: '',
	/** @param {Board} b */
	size: b => `${b.rows}×${b.cols}`,
	/** A number in few characters. @param {string} n */
	short: n =>
		n.length < 5 ? n : n.length < 7 ? `${Math.floor(Number(n) / 1e3)}k` : `${Math.floor(Number(n) / 1e6)}M`,
	/** A board: who wins, and the measure. @param {Board} b @param {string} measure */
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
	/** @param {Variant} game @param {Board[]} all @param {boolean} tall whether boards with more rows than columns are
	 * different ones */
	says: (game, all, tall) => {
		if (!all.length) return `${home.name(game)} is not in the atlas, which has the five games of the rule books.`;
		const wins = player => all.filter(b => b.winner == player).length;
		return (
			`${home.rule(game)} Whoever cannot move loses. Of all ${all.length} boards of at most 64 cells the first player, X, wins ${wins('X')}, the second, O, ${wins('O')}.`
			+ (tall ? '' : ' A board with more rows than columns is the same board turned.')
		);
	},
	/** @param {Board} b */
	proof: b =>
		`By ${b.certificate_method}. The certificate of the atlas has ${Number(b.certificate_bytes).toLocaleString('en')} bytes.`,
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
	near: 'Neighbours',
	close: 'A mark closes what is near',
	start: 'The markers start',
	block: 'After the step',
	shape: 'The edges',
	draw: 'A click draws',
	none: 'This is no game yet',
	saved: 'Saved. To play it: gridlock play ./FILE',
	blank: 'Draw a graph: click a cell of the board to put a vertex there.',
	noVertex: 'There is no vertex. Choose “vertices” to put one there.',
	holes: 'Links keep the holes; rule files and puzzles lose them.',
	/** @param {string} key @param {string} value */
	value: (key, value) =>
		({
			close: { none: 'to nobody', own: 'to its owner', other: 'to the other', all: 'to both' },
			start: { '': 'the players choose', ends: 'at the ends' },
			block: { '': 'nothing', block: 'block a cell' },
			shape: { '': 'plane', cylinder: 'cylinder', torus: 'torus' },
		})[key]?.[value] ?? value.split(':')[0],
	/** @param {Variant} game */
	title: game =>
		`Make your own game. ${game.name == game.words ? 'It has no name yet.' : `Now it is ${home.name(game)}.`}`,
	/** What the picture shows. @param {Record<string, string>} chosen */
	legend: ({ move, close, near, draw }) =>
		near == 'graph'
			? draw == 'edges'
				? 'Click two vertices, or drag from one to the other, for an edge. Do it again to remove the edge.'
				: 'Click a cell for a vertex. Click it again to remove the vertex and its edges. Then draw the edges.'
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
