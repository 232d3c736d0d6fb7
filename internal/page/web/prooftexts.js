// @ts-check
// The texts of the room in which people walk through a proof.

/** @import { Claim, Course, Part, Rule } from './api' */
/** @typedef {Course & {rule: Rule}} Ruled a place where the proof has a rule */

/** @param {number} n @param {string} one */
const count = (n, one) => `${n.toLocaleString('en')} ${one}${n == 1 ? '' : 's'}`;

/** The first letter as a capital, and a full stop. @param {string} text */
const sentence = text => text[0].toUpperCase() + text.slice(1) + '.';

export const open = 'Walk through a proof';
export const drop = 'Or drop a certificate of your own here, a file that ends in .proof or .proof.gz.';
export const choose = 'Choose a file';
export const again = 'From the start';
export const other = 'Another proof';
export const back = 'Take back';
export const over = 'Draw the rule on the board';
export const making = 'Making the certificate, and checking it.';
export const checking = 'Checking the certificate.';
export const large = 'A certificate of more than 4 MiB is too large for this page. Run: gridlock play --proof FILE';
export const lead =
	'A certificate proves who wins. Play the loser, any way you like: the proof answers every move, and says by which rule. The boards of the atlas have proofs, too.';
export const rule = 'Rule';
export const replies = 'Where your moves lead';
export const covers = 'Other positions of this rule';
export const left = 'What is left';
export const parts = 'Components';

/** What a proof claims. @param {Claim} claim @param {string} game */
export const claim = (claim, game) =>
	`${game} on ${claim.board}: ${claim.winner} wins, by ${claim.method}${claim.records ? `, with ${count(claim.records, 'record')}` : ''}. The certificate was checked: it is right.`;

/** Which side the person has, and that it loses. @param {Claim} claim @param {string} loser */
export const you = (claim, loser) =>
	`You are ${loser}: ${claim.winner} wins, whatever you play, by the rules below. Choose any cell with a dot.`;

/** The last move, and whose turn it is. @param {Course} c @param {string} loser */
export function turn(c, loser) {
	if (c.over && c.to_move == loser) return `${loser} cannot move: ${c.claim.winner} has won.`;
	if (c.answer) return `The proof plays ${c.answer} for ${c.claim.winner}.`;
	return `${c.moves.length ? `${c.claim.winner} played ${c.moves[c.moves.length - 1]}. ` : ''}Play any move of ${loser}.`;
}

/** The number of a rule. @param {Ruled} c */
export const number = c =>
	`Rule ${c.rule.number} of ${c.claim.rules}`
	+ (c.rule.turn > 1 ? `, turn ${c.rule.turn}` + (c.rule.walk.length ? ` of ${c.rule.walk.length}` : '') : '');

/** What a rule does, and why that wins. @param {Rule} r */
export const reason = r => [sentence(r.does), sentence(r.why)];

/** How many positions a rule is about. @param {Rule} r */
export const covered = r =>
	r.either
		? `${count(r.either, 'cell')} may be free or not, so this rule is about ${r.either > 12 ? '2^' + r.either + ' = ' : ''}${(2 ** r.either).toLocaleString('en')} positions${r.turned ? ', and about their images. This is one of the images' : ', and their images'}.`
		: r.turned
			? 'The proof has this position turned or mirrored.'
			: '';

/** A position of a rule. @param {number} i @param {number} n */
export const some = (i, n) => (i == 0 ? 'the fewest free cells' : i == n - 1 ? 'the most' : 'some of them');

/** What a sign means. @param {string} sign @param {Claim} claim @param {string} loser */
export const sign = (sign, claim, loser) =>
	({
		free: 'must be free',
		any: 'may be free or not',
		gone: 'cannot be used',
		winner: claim.winner,
		loser,
		'for-winner': `only ${claim.winner} can take it`,
		'for-loser': `only ${loser} can take it`,
	})[sign];

/** Where moves lead. @param {number} rule @param {Rule|null} now the rule by which the winner has just moved */
export const leads = (rule, now) =>
	rule == now?.number && now.kind != 'moves' ? `rule ${rule} goes on` : `to rule ${rule}`;

/** How many rules and turns are left. @param {Course} c */
export const rest = c =>
	c.left.turns < (c.answer ? 2 : 1) && !c.replies.length
		? 'Nothing is left: the proof is complete here.'
		: `${c.left.rules.toLocaleString('en')} of ${count(c.claim.rules, 'rule')} may still apply. ${c.claim.winner} has at most ${count(c.left.turns, 'more turn')}.`;

/** A component. @param {Part} part @param {string[]} names */
export const part = (part, names) => `${names.join(', ')}: ${part.known.join(' and ') || 'the proof needs nothing about it'}`;

/** An example. @param {string} game @param {string} size */
export const example = (game, size) => `${game} ${size.replace('x', '×')}`;
