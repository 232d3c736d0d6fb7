// @ts-check
// The atlas: who wins on every board of the five games, a map for each game. It is the table atlas.csv, as it is
// published, fetched when the room is opened.
import * as engine from './engine.js';
import * as words from './words.js';
import { $, element, fill, write as text } from './dom.js';
import { store, fresh, entry, five } from './store.js';
import { save } from './share.js';

/** The room. @type {import('./stage.js').Room} */
export const room = { begin, enter, paint, apart: true, values: () => false, open: () => false };

/** The most positions that a search may take for its certificate to be made at once: a second. */
const quick = 100_000;

const walkable = 1000; // records of a proof that can be gone through

const file = 'atlas.csv';

let boards = /** @type {import('./types').Board[]} */ ([]),
	measure = 'plies';

/** The lines of comma-separated values as objects (RFC 4180, without line breaks in cells). @param {string} table */
function parsed(table) {
	const [head, ...lines] = table
		.trim()
		.split(/\r?\n/)
		.map(line =>
			[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
				([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain
			)
		);
	return lines.map(line => Object.fromEntries(line.map((value, i) => [head[i], value])));
}

/** Fetches the table. */
async function begin() {
	if (!boards.length) {
		const answer = await fetch(file);
		if (!answer.ok) throw new Error(answer.statusText);
		boards = parsed(await answer.text());
	}
	return true;
}

/** Whether the table is about a game. @param {string} variant */
const mapped = variant => store.games.some(g => g.variant == variant && five(g));

/** Whether a game is at the start of a board, and the page does not know yet who wins. */
const open = ({ variant, start, at }) => !start && !at.parent && !!at.rules && !at.study?.outcome && mapped(variant);

/** What the table says of the board of such a game, "" until the table is there. @param {import('./game').Game} game */
export const about = game =>
	open(game)
		? words.atlas.about(boards.find(b => b.variant == game.variant && `${b.rows}x${b.cols}` == game.at.rules.board))
		: '';

/** Fetches the table if it may say more of a game. @param {import('./game').Game} game */
export const look = async game => {
	if (engine.whole && open(game)) await begin();
};

/** Goes to the map of the game that was shown, if it has one. */
function enter() {
	const of = store.game?.variant ?? '';
	if (!store.atlas || mapped(of)) store.atlas = fresh(mapped(of) ? of : store.games[0].variant);
}

/** How strong the colour of a board is, from 0 to 4. */
function heat(b) {
	if (b[measure] == '') return 0;
	const n = Number(b[measure]),
		share = measure == 'plies' ? n / (b.rows * b.cols) : Math.log10(n + 1) / 7;
	return Math.min(4, Math.ceil(share * 4));
}

/** A board, which opens in the room for analysis. */
const tile = b =>
	element(
		'li',
		{},
		element(
			'a',
			{ href: `#v=${b.variant}&s=${b.rows}x${b.cols}`, class: `for-${b.winner || 'none'} heat${heat(b)}` },
			element('span', { class: 'said' }, words.atlas.board(b, measure)),
			element(
				'span',
				{ 'aria-hidden': 'true' },
				element('small', {}, words.atlas.size(b)),
				element('b', {}, b.winner || '?'),
				' ' + words.atlas.short(b[measure])
			)
		)
	);

/** The boards by their number of rows, or columns, so that boards of equal width stand below each other. */
function map(all, down, across) {
	return [...new Set(all.map(b => b[down]))]
		.sort((a, b) => a - b)
		.map(n => {
			const some = all.filter(b => b[down] == n).sort((a, b) => a[across] - b[across]);
			return element(
				'div',
				{ class: 'strip' },
				element('h3', {}, words.atlas.count(n, down)),
				element('ol', { 'data-from': some[0][across] }, ...some.map(tile))
			);
		});
}

/** Paints the map of the game. */
function paint() {
	const { variant } = store.here,
		all = boards.filter(b => b.variant == variant),
		tall = all.filter(b => +b.rows > +b.cols),
		fast = all.filter(b => b.certificate_bytes && +b.nodes <= quick);
	fill(
		$('atlas-games'),
		...store.games
			.filter(g => boards.some(b => b.variant == g.variant))
			.map(g =>
				element(
					'a',
					{ href: `#v=${g.variant}&mode=atlas`, ...(g.variant == variant && { 'aria-current': 'page' }) },
					words.home.name(g)
				)
			)
	);
	text('atlas-says', words.atlas.says(entry(variant), all, tall.length > 0));
	text('atlas-legend', words.sentences(words.atlas.legend[measure], words.atlas.opens));
	$('atlas-proofs').hidden = !fast.length;
	fill($('atlas-board'), ...fast.map(b => element('option', { value: `${b.rows}x${b.cols}` }, words.atlas.size(b))));
	text('atlas-slow', words.atlas.slow(all.length - fast.length, variant));
	$('atlas-show').hidden = !all.length;
	fill(
		$('atlas-map'),
		...map(
			all.filter(b => !tall.includes(b)),
			'rows',
			'cols'
		),
		...map(tall, 'cols', 'rows')
	);
	certificate();
}

/** Says to which certificate the link leads. */
function certificate() {
	const { variant } = store.here,
		board = $('atlas-board').value,
		b = boards.find(b => b.variant == variant && `${b.rows}x${b.cols}` == board);
	$('atlas-walk').href = `#mode=proof&v=${variant}&s=${board}`;
	$('atlas-walk').hidden = !b || +b.certificate_records > walkable;
	$('atlas-proof').href = engine.link('certificate', { variant, board }) || location.hash;
	text('atlas-proving', b ? words.atlas.proof(b) : '');
}

/** Makes the certificate of a board, and saves it. @param {Event} e */
async function prove(e) {
	e.preventDefault();
	const { variant } = store.here,
		board = $('atlas-board').value;
	text('atlas-proving', words.hints.proving);
	try {
		save(
			`${variant}-${board}.proof`,
			await engine.ask('certificate', { variant, board }),
			'application/octet-stream'
		);
		certificate();
	} catch (e) {
		text('atlas-proving', words.failure(e));
	}
}

/** Listens to the controls. */
export function listen() {
	fill(
		$('atlas-by'),
		...Object.entries(words.atlas.measures).map(([value, name]) => element('option', { value }, name))
	);
	$('atlas-table').href = file;
	$('atlas-by').onchange = () => {
		measure = $('atlas-by').value;
		paint();
	};
	$('atlas-board').onchange = certificate;
	$('atlas-proof').onclick = prove;
}
