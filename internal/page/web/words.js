// @ts-check
// All texts of the page.

/** @param {string} player */
export const other = player => player == 'X' ? 'O' : 'X';

/** @param {any} rules @param {any} study */
export function verdict(rules, study) {
	if (rules.over) return `${rules.to_move} cannot move: ${other(rules.to_move)} has won.`;
	const turn = `${rules.to_move} to move. `;
	if (!study || !study.winner) return turn + 'Not decided yet.';
	return turn + `${study.winner} wins` + (study.distance == null ? '.' : ` in ${study.distance} ${study.distance == 1 ? 'ply' : 'plies'}.`);
}

/** The value of a move in two or three characters. @param {any} move */
export const glyph = move => !move || !move.outcome ? '?' : (move.outcome == 'win' ? 'W' : 'L') + (move.distance ?? '?');

/** The value of a move in words. @param {any} move */
export function value(move) {
	if (!move || !move.outcome) return 'value not known';
	const how = move.outcome == 'win' ? 'wins' : 'loses';
	return move.distance == null ? how : `${how} in ${move.distance}`;
}

/** @param {any} move */
export const change = move => move.mistake + (move.change ? ` ${move.change > 0 ? '+' : ''}${move.change}` : '');

/** @param {any} p */
export const progress = p => `Searching: ${p.nodes.toLocaleString('en')} positions in ${p.seconds.toFixed(1)} s`;

/** What a cell holds, for screen readers. @param {any} cell @param {any} move @param {boolean} values */
export function cell(cell, move, values) {
	const content = { empty: 'empty', mark: `marker of ${cell.player}`, used: `used by ${cell.player}`, blocked: 'blocked', hole: 'no cell' }[cell.content];
	return `row ${cell.row + 1}, column ${cell.col + 1}, ${content}` + (move ? `, ${values ? value(move) : 'can be played'}` : '');
}

/** Joins texts to sentences. @param {...(string|null|undefined)} texts */
export const sentences = (...texts) => texts.filter(Boolean).map(t => t[0].toUpperCase() + t.slice(1).replace(/([^.])$/, '$1.')).join(' ');

/** What the evidence shows. @param {any} e */
export function legend(e) {
	if (e.matching) return 'Cells joined in pairs: the winner answers a cell with its partner.';
	if (e.mirror) return 'The winner answers every move with its mirror image.';
	if (e.sum) return 'Components with their nimbers; their sum (XOR) decides.';
	if (e.values) return 'Components with their values; positive is good for X.';
	if (e.separation) return 'What each player can still reach alone, with a longest walk known.';
	return 'By search: the line of best play.';
}

export const hints = { none: '', block: 'Now the cell to block. Esc takes the step back.', stopped: 'Stopped.', thinking: 'The computer is thinking.', gone: 'The server does not answer. Is it still running?' };
