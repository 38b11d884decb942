import { countLongWork } from "./count-long-work.ts";

/** How long work runs before it yields to other work: readers hardly notice that delay. */
const turnMs = 5;

/** Resolves in a later iteration of the event loop, after the input and output that was ready. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** Divides long work on the main thread, so that other requests are answered in between. */
export class EventLoopSlice {
  #startedMs = performance.now();

  /** Whether the work since the last yield took 5 ms or more. */
  get isDue(): boolean {
    return performance.now() >= this.#startedMs + turnMs;
  }

  /** Resolves in the next iteration of the event loop, which this work may use for 5 ms. */
  async take(): Promise<void> {
    countLongWork(performance.now() - this.#startedMs);
    await yieldToEventLoop();
    this.#startedMs = performance.now();
  }
}
