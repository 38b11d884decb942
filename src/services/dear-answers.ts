import { endLongWork } from "../event-loop/count-long-work.ts";
import { OneAtATime } from "../event-loop/one-at-a-time.ts";
import type { Caller } from "../model/caller.ts";
import { BoundedCallers } from "./bounded-callers.ts";

/** Shorter work leaves little garbage behind. */
const longWorkMs = 100;

/**
 * Answers of one kind, each of which takes much memory: one is made at a time, and a bounded number
 * waits (docs/performance.md#price-of-each-route).
 */
export class DearAnswers {
  readonly #callers = new BoundedCallers();
  readonly #work = new OneAtATime();

  /** Runs work after all that was given before. Rejects as `BoundedCallers` does. */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    return this.#callers.run(caller, () => this.#work.run(() => collected(work)));
  }
}

async function collected<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    if (performance.now() - startedMs >= longWorkMs) {
      endLongWork();
    }
  }
}
