// @ts-check
// The room after a game: its mistakes, the worst first, and the course of the game. From before each mistake the game
// can be played again. All facts come from one question about the whole game.
import * as engine from './engine.js';
import * as board from './board.js';
import * as tree from './tree.js';
import * as words from './words.js';
import { chart } from './chart.js';
import { $, element, fill, say, write as text } from './dom.js';
import * as saved from './saved.js';
import { store, parameters, fresh, revived, reviewed, keep, entry } from './store.js';
import * as stage from './stage.js';
import { run } from './task.js';
import * as analyse from './analyse.js';
import * as play from './play.js';

/** The room. @type {stage.Room} */
export const room = {
	enter,
	shown,
	paint,
	values: () => false,
	open: () => false,
	refuse: () => say(words.review.look),
};

let asked = /** @type {{of: string, answer: any}|null} */ (null); // the last question, and about which game
let arrived = false; // whether to show the worst mistake once it is known

const end = () => tree.line(store.here.at).at(-1) ?? store.here.root;
const name = () => JSON.stringify(parameters(end()));

/** The answer about the game; null while it is asked for. */
const answer = () => (asked?.of == name() ? asked.answer : null);

/** A button, if more can be asked. @param {string} label @param {() => void} does @returns {[string, () => void][]} */
const offer = (label, does) => (engine.whole ? [[label, does]] : []);

/** Takes the present line of the game. */
function enter() {
	play.own();
	const game = /** @type {import('./game').Game} */ (store.game);
	store.review = reviewed({ ...game, at: tree.line(game.at).at(-1) ?? game.root });
	arrived = true;
}

/** Asks for the values of the moves, once for each game. */
async function shown() {
	if (!store.here.root.children.length) {
		const kept = saved
			.games()
			.filter(g => g.plies > 2)
			.slice(0, 3);
		say(
			$('hint').textContent,
			...offer(words.home.play, () => stage.enter('play')),
			...kept.flatMap(g =>
				offer(words.review.of(g.name || words.saved(g, entry(g.variant))), () =>
					stage.open(revived(g), 'review')
				)
			)
		);
	} else if (asked?.of != name()) judge({ timeout: '20' });
	else if (asked.answer) told();
	return true;
}

/** Asks about the game, and says how far the answer is. @param {Record<string, string>} how */
function judge(how) {
	const mine = (asked = { of: name(), answer: answer() });
	stage.paint();
	return run('review', async task => {
		asked = mine; // again, if the server was gone
		try {
			await stage.follow(task, 'review', { ...parameters(end()), ...how }, (event, value) => {
				if (event == 'result') mine.answer = value;
			});
		} finally {
			if (!mine.answer && asked == mine) asked = null;
		}
		text('progress', '');
		told();
	});
}

/** Adds the answer to the plies, says what is unknown, and frames better cells on the board. */
function told() {
	const { root, at } = store.here,
		{ plies } = answer().game,
		line = [root, ...tree.line(at)];
	plies.forEach(({ played, best, position, mark }, i) => {
		line[i].study = {
			...position,
			moves: best.move == played.move ? [played] : [best, played],
			facts: { only_move: mark == '!' },
		};
	});
	line[plies.length].study = answer();
	const [worst] = mistakes(),
		doubt = words.review.doubt(plies),
		here = plies[at.ply - root.ply - 1];
	const jump = arrived && worst && !at.children.length && at != line[worst.ply];
	arrived = false;
	if (jump) {
		stage.visit(line[worst.ply]);
		return;
	}
	stage.stage.overlay =
		at.rules && here?.played.mistake ? board.judged(at.rules, framed(here), here.played.move.split('@')[0]) : null;
	if (doubt) say(words.sentences($('hint').textContent, doubt), ...offer(words.hints.again, on));
	stage.paint();
}

/** Searches on, until all is known or the server's time is up. */
function on() {
	say('');
	judge({ distance: '1' });
}

/** The plies with mistakes, the worst first. */
function mistakes() {
	const grave = p => (p.played.mistake == '??' ? 1 : 0);
	return answer()
		.game.plies.filter(p => p.played.mistake)
		.sort((a, b) => grave(b) - grave(a) || Math.abs(b.played.change) - Math.abs(a.played.change) || a.ply - b.ply);
}

/** The moves that were better than a mistake. @returns {string[]} */
const better = ply => (ply.position.best_moves.length ? ply.position.best_moves : [ply.best.move]);

/** The cells to which a mistake should have gone or, if it went there, the cells that it should have blocked. */
function framed(ply) {
	const cells = better(ply).map(m => m.split('@')),
		[went] = ply.played.move.split('@');
	return [...new Set(cells.map(([to, block]) => (to == went && block ? block : to)))];
}

/** Paints the mistakes, and the course of the game. */
function paint() {
	const { here } = store,
		{ root, at } = here,
		i = tree.path(at).length,
		line = tree.line(at),
		known = line.length && answer();
	analyse.ways();
	analyse.comment();
	document.body.toggleAttribute('data-empty', !line.length);
	text(
		'verdict',
		known ? words.review.summary(known.game.plies) : line.length ? words.hints.reviewing : words.review.none
	);
	text(
		'task',
		!line.length
			? words.review.empty
			: !i
				? words.review.start
				: words.review.ply(
						i,
						line.length,
						words.other(at.rules.to_move),
						at.move,
						known && known.game.plies[i - 1]
					) + (i == line.length ? ended(here, at.rules) : '')
	);
	text(
		'who',
		words.review.about(
			entry(here.variant),
			here.sides,
			!!store.game?.mine,
			at.rules?.over ? '' : (at.study?.winner ?? '')
		)
	);
	document.body.dataset.turn = i ? words.other(at.rules.to_move) : '';
	$('mistakes').toggleAttribute('hidden', !known || !mistakes().length);
	fill($('worst'), ...(known ? mistakes().map(p => mistake(p, p.ply == i)) : []));
	const course = $('course'),
		set = (name, value) => course.setAttribute('aria-value' + name, value);
	$('side').hidden = !known;
	course.replaceChildren(chart(root, at, stage.visit));
	set('max', String(line.length));
	set('now', String(i));
	set('text', i ? $('task').textContent : words.review.start);
	if (document.activeElement == course) course.querySelector('.here')?.scrollIntoView({ block: 'nearest' });
}

/** How the game ended; "" if it has not. */
function ended({ given }, rules) {
	const how = { people: [], far: false, given, step: '', last: null, walks: false };
	if (given) return ' ' + words.says(rules, new Map(), how);
	return rules.over ? ` ${words.headline(rules, how)}.` : '';
}

/** A mistake in the list. */
function mistake(p, here) {
	const label = words.review.move(p),
		button = (does, label, more = {}) =>
			element('button', { 'data-does': does, 'data-ply': p.ply, ...more }, label);
	const again = engine.whole ? [button('again', words.review.again, { 'aria-label': words.review.againAt(p) })] : [];
	return element(
		'li',
		{ class: 'for-' + p.player },
		element(
			'p',
			{ class: 'ways' },
			button('look', label, here ? { 'aria-current': 'step' } : {}),
			element(
				'span',
				{ class: 'ways' },
				...again,
				button('show', words.review.show, { 'aria-label': words.review.showAt(p) })
			)
		),
		element('p', {}, words.review.gave(p, better(p)))
	);
}

/** The node after a ply. @param {number} ply */
const after = ply => [store.here.root, ...tree.line(store.here.at)][ply];

/** Begins a game from before a mistake; the person has the side that made it. The game that was reviewed is kept as it
 * is.
 * @param {number} ply */
function again(ply) {
	const { variant, board, start, sides } = store.here,
		old = /** @type {import('./game').Game} */ (store.game),
		{ player } = answer().game.plies[ply - 1],
		other = words.other(player);
	if (!old.mine && engine.whole) {
		store.mode = 'analyse';
		old.mine = true;
		keep();
	}
	const game = { ...fresh(variant, board, start), mine: true };
	game.sides = {
		[player]: '',
		[other]: [sides[other], sides[player]].find(level => level && level != 'link') ?? 'casual',
	};
	game.at = tree.follow(game.root, tree.path(after(ply - 1)));
	stage.open(game, 'play');
}

/** Goes to a ply of the game in the room of values; the game stays where it is. @param {number} ply */
function analysis(ply) {
	const game = /** @type {import('./game').Game} */ (store.game);
	game.place ??= game.at;
	game.at = tree.follow(game.root, tree.path(after(ply)));
	stage.open(game, 'analyse');
}

/** Listens to the list, and to the course, which keys go through. */
export function listen() {
	$('worst').onclick = e => {
		const { does, ply } = e.target.closest('[data-does]')?.dataset ?? {};
		if (does) ({ again, show: analysis, look: ply => stage.visit(after(ply)) })[does](Number(ply));
	};
	$('course').onkeydown = e => {
		const i = tree.path(store.here.at).length,
			to = { ArrowUp: i - 1, ArrowLeft: i - 1, ArrowDown: i + 1, ArrowRight: i + 1, Home: 0, End: 9999 }[e.key];
		if (e.altKey || e.ctrlKey || e.metaKey || (to == null && e.key != 'Enter')) return;
		e.preventDefault();
		e.stopPropagation();
		if (to == null) analysis(i);
		else stage.go(to);
	};
}
