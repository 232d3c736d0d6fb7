// @ts-check
// Runs the program that is its name, and passes questions to it and answers back. See internal/site/wasm.
import './wasm_exec.js';

const { Go } = /** @type {any} */ (globalThis);

const { name } = /** @type {any} */ (globalThis);

/** Starts the program. */
async function start() {
	const go = new Go(), answer = await fetch(name);
	if (!answer.ok) throw new Error(answer.statusText);
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
