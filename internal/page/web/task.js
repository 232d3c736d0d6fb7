// @ts-check
// The tasks of the page, one for each purpose. A new task ends the one before it. All failures of tasks are reported in
// one place, with a way to try again.
/** @import { Problem } from './types' */
import * as engine from './engine.js';

/** Why a task ended before it was done: a person stopped it, the browser is offline, the server is gone or refuses the
 * question, or the page itself is wrong.
 * @typedef {'stopped'|'offline'|'gone'|'refused'|'broken'} Cause */

/** @typedef {{purpose: string, cause: Cause, problem: Problem|undefined, error: any,
 *   again: () => void}} Failure */

const replaced = new DOMException('replaced', 'AbortError');
const stopped = new DOMException('stopped', 'AbortError');

const running = /** @type {Map<string, AbortController>} */ (new Map());
const waiting = /** @type {Map<string, () => void>} */ (new Map()); // for the server: how tasks go on, by purpose
let tell = /** @type {(failure: Failure) => void} */ (({ error }) => reportError(error));
let away = /** @type {(cause: Cause|'') => void} */ (() => {});

/** Sets the functions to call with failures, and when the server is gone, or is back (""). @param {typeof tell}
 * failed
 * @param {typeof away} gone */
export function listen(failed, gone) {
	[tell, away] = [failed, gone];
}

/** The methods for a task. Once the task has ended, every wait throws, so it does not go on. */
class Task {
	/** @param {AbortSignal} signal */
	constructor(signal) {
		this.signal = signal;
	}

	/** Waits for something. @template T @param {T|Promise<T>} what @returns {Promise<T>} */
	async wait(what) {
		const value = await what;
		this.signal.throwIfAborted();
		return value;
	}

	/** Asks a question and returns the answer. @template {keyof engine.Answers} K @param {K} kind
	 * @param {Record<string, any>} params @returns {Promise<engine.Answers[K]>} */
	ask(kind, params) {
		return this.wait(engine.ask(kind, params, this.signal));
	}

	/** Asks a question, and calls on for each event on the way. @param {string} kind
	 * @param {Record<string, any>} params @param {(name: string, value: any) => void} on */
	follow(kind, params, on) {
		return this.wait(
			engine.stream(kind, params, this.signal, (name, value) => {
				this.signal.throwIfAborted();
				if (name == 'problem') throw Object.assign(new Error(value.detail), { problem: value });
				on(name, value);
			})
		);
	}
}

/** @typedef {Task} Doing */

/** Runs a task, in place of the one that had the same purpose. It returns the task's result, or undefined if the
 * task ended early. Refused gets a refusal first, and returns whether it has dealt with it.
 * @template T @param {string} purpose @param {(task: Task) => Promise<T>} work
 * @param {(problem: Problem) => boolean} [refused] @returns {Promise<T|undefined>} */
export async function run(purpose, work, refused = () => false) {
	end(purpose);
	const control = new AbortController(),
		{ signal } = control;
	running.set(purpose, control);
	try {
		return await work(new Task(signal));
	} catch (error) {
		if (signal.reason == replaced || (error.problem && !signal.aborted && refused(error.problem))) return undefined;
		const away = navigator.onLine ? 'gone' : 'offline';
		const cause = signal.aborted ? 'stopped' : error.problem ? 'refused' : error.gone ? away : 'broken';
		const again = () => void run(purpose, work, refused);
		if (cause == 'gone' || cause == 'offline') wait(purpose, cause, again);
		else tell({ purpose, cause, problem: error.problem, error, again });
	} finally {
		if (running.get(purpose) == control) running.delete(purpose);
	}
	return undefined;
}

/** Ends tasks without a report. @param {...string} purposes */
export function end(...purposes) {
	for (const purpose of purposes) {
		running.get(purpose)?.abort(replaced);
		waiting.delete(purpose);
	}
}

/** Stops a task for a person, with a report. @param {string} purpose */
export const stop = purpose => running.get(purpose)?.abort(stopped);

/** Waits for a server that is gone; then the task goes on. @param {string} purpose @param {Cause} cause
 * @param {() => void} again */
async function wait(purpose, cause, again) {
	const first = !waiting.size;
	waiting.set(purpose, again);
	away(cause);
	while (first && waiting.size) {
		await new Promise(done => setTimeout(done, 1000));
		if (await engine.ask('variants', {}).catch(() => null)) break;
	}
	if (!first) return;
	away('');
	const all = [...waiting.values()];
	waiting.clear();
	for (const go of all) go();
}
