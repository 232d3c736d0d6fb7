// @ts-check
// Runs the program that is its name, and passes questions to it and answers back. See internal/site/wasm.
import './wasm_exec.js';

const { Go } = /** @type {any} */ (globalThis);

const { name } = /** @type {any} */ (globalThis);

/** Starts the program. */
async function start() {
	const go = new Go(), whole = await fetch(name);
	if (!whole.ok || !whole.body) throw new Error(whole.statusText);
	let loaded = 0;
	const answer = new Response(whole.body.pipeThrough(new TransformStream({ transform(part, out) {
		loaded += part.length;
		postMessage([0, 'loading', loaded]);
		out.enqueue(part);
	} })), { headers: whole.headers });
	const program = answer.headers.get('Content-Type') == 'application/wasm'
		? await WebAssembly.instantiateStreaming(answer, go.importObject)
		: await WebAssembly.instantiate(await answer.arrayBuffer(), go.importObject);
	const ended = () => postMessage([0, 'ended']);
	go.run(program.instance).then(ended, ended); // returns when the program waits for questions
	postMessage([0, 'started']);
	return /** @type {any} */ (globalThis).gridlock;
}

const started = start();
started.catch(() => postMessage([0, 'ended']));

/** @param {number} id @param {string} name @param {string|Uint8Array} value */
const tell = (id, name, value) => postMessage([id, name, value]);

onmessage = async ({ data: { id, kind, params, certificate } }) => {
	const gridlock = await started;
	if (kind) gridlock.ask(id, kind, params, tell, certificate);
	else gridlock.cancel(id);
};
