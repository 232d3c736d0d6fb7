// @ts-check
// Questions to the server that sent the page.

/** The address of a question. @param {string} kind @param {Record<string, string>} params */
export function address(kind, params) {
	const query = new URLSearchParams();
	for (const [name, text] of Object.entries(params)) {
		if (text) query.set(name, name == 'position' || name == 'moves' ? text.replaceAll(' ', '_') : text);
	}
	return `/api/v1/${kind}?${query}`;
}

/** Asks a question and returns the answer; throws the problem.
 * @param {string} kind @param {Record<string, string>} params @param {AbortSignal} [signal] */
export async function ask(kind, params, signal) {
	const answer = await fetch(address(kind, params), { signal });
	const value = await answer.json();
	if (!answer.ok) throw Object.assign(new Error(value.detail), { problem: value });
	return value;
}

/** Asks a question as a stream, and calls on for each event.
 * @param {string} kind @param {Record<string, string>} params @param {AbortSignal} signal
 * @param {(name: string, value: any) => void} on */
export async function stream(kind, params, signal, on) {
	const answer = await fetch(address(kind + '/stream', params), { signal, headers: { Accept: 'text/event-stream' } });
	if (!answer.ok || !answer.body) throw new Error((await answer.json()).detail);
	let rest = '';
	const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
	for (;;) {
		const { value, done } = await reader.read();
		if (done) return;
		const events = (rest + value).split('\n\n');
		rest = events.pop() ?? '';
		for (const event of events) {
			const fields = Object.fromEntries(event.split('\n').map(line => line.split(/: (.*)/s, 2)));
			on(fields.event, JSON.parse(fields.data));
		}
	}
}
