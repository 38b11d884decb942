import { countLongWork } from "./count-long-work.ts";

/** How long work runs before it yields to other work: readers hardly notice that delay. */
const sliceMs = 5;

/** Resolves in a later iteration of the event loop, after the input and output that was ready. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** Divides long work on the main thread into slices of 5 ms. Other requests are answered in between. */
export class EventLoopSlice {
  #startedMs = performance.now();

  /** Whether the current slice took 5 ms or more. */
  get isOver(): boolean {
    return performance.now() >= this.#startedMs + sliceMs;
  }

  /** Yields to other work, and resolves at the start of the next slice. */
  async startNext(): Promise<void> {
    countLongWork(performance.now() - this.#startedMs);
    await yieldToEventLoop();
    this.#startedMs = performance.now();
  }
}
