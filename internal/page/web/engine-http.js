// @ts-check
// Questions to the server that sent the page.

/** Whether any question can be answered; false for a report, which has some positions only. */
export const whole = true;

/** The first view if the address names none. */
export const first = '';

/** Sentences about the game as a whole. @type {string[]} */
export const notes = [];

/** Nothing to do: a server of another version begins anew. @param {(use: () => void) => void} tell */
export const renewed = tell => {};

/** Whether reports can be asked for. */
export const reports = true;

const longest = 8000; // characters of an address; servers refuse more, some of them without a word

/** The address that answers a question, "" where none does; throws a problem if no server would take it.
 * @param {string} kind @param {Record<string, string>} params */
export function link(kind, params) {
	const query = new URLSearchParams();
	for (const [name, text] of Object.entries(params)) {
		if (text) query.set(name, ['variant', 'position', 'moves'].includes(name) ? text.replaceAll(' ', '_') : text);
	}
	const all = `/api/v1/${kind}?${query}`;
	const detail = 'This is longer than any game can be.';
	if (all.length > longest)
		throw Object.assign(new Error(detail), {
			problem: { type: 'urn:gridlock:problem:long-address', status: 400, detail },
		});
	return all;
}

/** The answers to the kinds of questions, and files.
 * @typedef {{variants: import('./api').Variant[], position: import('./api').Rules, analysis:
 * import('./types').Study, review: import('./types').Study, move: import('./api').Choice, puzzle:
 * import('./api').Puzzle, rules: import('./api').Meaning, solve: import('./api').Solution, walk:
 * import('./types').Study, certificate: Uint8Array, 'board.svg': string, record: string, report: string}} Answers */

/** Throws that no answer came. @param {any} error @returns {never} */
function gone(error) {
	throw Object.assign(error, { gone: true });
}

/** Asks the server; throws a problem, or that it is gone. @param {string} address @param {RequestInit} how */
async function get(address, how) {
	const answer = await fetch(address, how).catch(gone);
	if (answer.ok) return answer;
	const problem = await answer.json().catch(gone);
	throw Object.assign(new Error(problem.detail), { problem });
}

/** Asks a question and returns the answer: an object, the text of a file, or the bytes of a
 * certificate; throws the problem. A certificate in the question is bytes, too.
 * @param {string} kind @param {Record<string, any>} params @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(kind, { certificate, ...params }, signal) {
	const post = certificate && { method: 'POST', body: certificate };
	const answer = await get(link(kind, params), { signal, ...post });
	if (kind == 'certificate') return new Uint8Array(await answer.arrayBuffer().catch(gone));
	const json = answer.headers.get('Content-Type')?.startsWith('application/json');
	return json ? answer.json().catch(gone) : answer.text().catch(gone);
}

/** Asks a question as a stream, and calls on for each event.
 * @param {string} kind @param {Record<string, string>} params @param {AbortSignal} signal
 * @param {(name: string, value: any) => void} on */
export async function stream(kind, params, signal, on) {
	const answer = await get(link(kind + '/stream', params), { signal, headers: { Accept: 'text/event-stream' } });
	let rest = '',
		name = '';
	const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
	for (;;) {
		const { value, done } = await reader.read().catch(gone);
		if (done && name != (params.then ? 'end' : 'result')) gone(new Error('the answer ends before its end'));
		if (done) return;
		const events = (rest + value).split('\n\n');
		rest = events.pop() ?? '';
		for (const event of events) {
			const fields = Object.fromEntries(event.split('\n').map(line => line.split(/: (.*)/s, 2)));
			name = fields.event;
			on(name, JSON.parse(fields.data));
		}
	}
}
