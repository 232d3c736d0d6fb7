// @ts-check
// Questions to two workers of this page, each of which runs the program: one walks through certificates, while the other searches. Offline, too: the service
// worker keeps all files of the site.

/** Whether any question can be answered. */
export const whole = true;

/** The address that answers a question; "" where none does. @param {string} kind @param {Record<string, string>} params */
export const link = (kind, params) => '';

/** Whether reports can be asked for: they would make the program larger. */
export const reports = false;

/** What the page begins with where its address says nothing. */
export const first = '';

/** Sentences about the game as a whole. @type {string[]} */
export const notes = [];

/** Where Trusted Types are enforced, scripts can only be loaded from addresses that a policy allows. */
const scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('gridlock', {
	createScriptURL: name => {
		if (name != 'worker.js' && name != 'sw.js') throw new TypeError(name);
		return new URL(name, import.meta.url).href;
	},
}) ?? { createScriptURL: name => new URL(name, import.meta.url) };

/** What the worker sends, as the page wants it. @param {string} kind @param {string|Uint8Array} value */
function read(kind, value) {
	if (typeof value == 'string') return JSON.parse(value);
	return kind == 'certificate' ? value : new TextDecoder().decode(value);
}

/** What asks a program, which a worker runs. The worker ends when it cannot be loaded, or runs out of memory; the next question starts another one.
 * @param {string} program its file @param {() => void} loaded called when it runs */
function runner(program, loaded) {
	let worker = /** @type {Worker|null} */ (null), started = false, last = 0;
	/** The questions that have no answer yet, by their ids. @type {Map<number, {answer: (name: string, value: any) => void, fail: (e: Error) => void}>} */
	const open = new Map();
	function start() {
		worker = new Worker(scripts.createScriptURL('worker.js'), { type: 'module', name: program });
		started = false;
		worker.onmessage = ({ data: [id, name, value] }) => {
			if (name == 'started') { started = true; loaded(); }
			else if (name == 'loading') loading(value);
			else if (name == 'ended') ended();
			else open.get(id)?.answer(name, value);
		};
		worker.onerror = e => { e.preventDefault(); ended(); };
	}
	/** Fails all questions after the worker has ended. */
	function ended() {
		worker?.terminate();
		worker = null;
		for (const { fail } of [...open.values()]) {
			const detail = 'The search has come to an end before there was an answer, perhaps for lack of memory. Try again, or a smaller board.';
			const problem = { type: 'urn:gridlock:problem:ended', status: 500, title: 'Ended', detail };
			fail(Object.assign(new Error(detail), started ? { problem } : { gone: true }));
		}
	}
	/** Asks a question, calls on for each event, and returns after result or problem. A certificate in it is bytes.
	 * @param {string} kind @param {Record<string, any>} params @param {AbortSignal|undefined} signal
	 * @param {(name: string, value: any) => void} on */
	const ask = (kind, params, signal, on) => /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		if (!worker) start();
		const id = ++last, asked = /** @type {Worker} */ (worker), { certificate, ...texts } = params;
		const abort = () => { asked.postMessage({ id }); fail(signal?.reason); };
		const close = () => { open.delete(id); signal?.removeEventListener('abort', abort); };
		const fail = e => { close(); reject(e); };
		const answer = (name, value) => {
			try {
				on(name, read(kind, value));
			} catch (e) {
				asked.postMessage({ id });
				fail(e);
				return;
			}
			if (name == (texts.then ? 'end' : 'result') || name == 'problem') { close(); resolve(); }
		};
		open.set(id, { answer, fail });
		signal?.addEventListener('abort', abort);
		asked.postMessage({ id, kind, params: JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([, text]) => text))), certificate });
	}));
	return { start, ask };
}

/** Says how much of the program is here. @param {number} bytes */
function loading(bytes) {
	const line = document.getElementById('loading'), mb = n => (n / 1e6).toFixed(1);
	if (line) line.textContent = `Loading the solver, ${mb(bytes)} of ${mb(Number(line.dataset.size))} MB`;
}

const solver = runner('gridlock.wasm', keepFiles), prover = runner('gridlock.wasm', () => {});

/** Calls back when a new version of the site is there, with what begins to use it: all pages are loaded again then, and
 * their games are kept. @param {(use: () => void) => void} tell */
export async function renewed(tell) {
	const workers = navigator.serviceWorker, there = await workers?.getRegistration();
	if (!there || !workers.controller) return; // the first visit
	workers.oncontrollerchange = () => location.reload();
	const say = () => {
		if (there.waiting) tell(() => there.waiting?.postMessage('use'));
	};
	there.onupdatefound = () => there.installing?.addEventListener('statechange', say);
	say();
}

/** Lets the service worker keep the files, now that the first program is here and need not be fetched twice. */
function keepFiles() {
	document.getElementById('loading')?.remove();
	navigator.serviceWorker?.register(scripts.createScriptURL('sw.js')).catch(() => {}); // without it the site works online only
}

/** What the program answers about the position with which each game begins, by game, once it is here. @type {Record<string, any>|undefined} */
let starts;

/** Asks a question, calls on for each event, and returns after result or problem. A certificate in it is bytes.
 * @param {string} kind @param {Record<string, any>} params @param {AbortSignal|undefined} signal
 * @param {(name: string, value: any) => void} on */
export const stream = (kind, params, signal, on) => (kind == 'walk' ? prover : solver).ask(kind, params, signal, on);

/** What a file of the site says. @param {string} name @param {AbortSignal} [signal] @returns {Promise<any>} */
async function file(name, signal) {
	try {
		return await (await fetch(name, { signal })).json();
	} catch (e) {
		throw Object.assign(e, { gone: true });
	}
}

/** Asks a question and returns the answer: an object, the text of a file, or the bytes of a
 * certificate; throws the problem.
 * @param {string} kind @param {Record<string, any>} params @param {AbortSignal} [signal] */
export async function ask(kind, params, signal) {
	if (kind == 'variants' && !params.variant) return file('games.json', signal); // before the program is there
	if (kind == 'position' && !params.position && !params.moves) { // perhaps before the program is there
		starts ??= await file('starts.json', signal);
		const known = starts[params.variant];
		if (known && [known.board, ''].includes(params.board ?? '')) return known;
	}
	let answer;
	await stream(kind, params, signal, (name, value) => {
		if (name == 'problem') throw Object.assign(new Error(value.detail), { problem: value });
		if (name == 'result') answer = value;
	});
	return answer;
}

solver.start();
