import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import { endLongWork } from "../../core/scheduling/count-long-work.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { BoundedCallers } from "./bounded-callers.ts";

/** Shorter work leaves little garbage behind. */
const longWorkMs = 100;

/**
 * Answers of one kind, each of which takes much memory: one is created at a time, and a bounded
 * number waits (docs/performance.md#price-of-each-route).
 */
export class ExpensiveAnswers {
  readonly #callers = new BoundedCallers();
  readonly #work = new OneAtATime();

  /**
   * Runs work after all earlier work. Rejects as `BoundedCallers` does. Also rejects with
   * `unavailable` if `signal` aborts before the work begins: the client disconnected, and its
   * position is free again.
   */
  run<Result>(caller: Caller, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#callers.run(caller, () => this.#inTurn(work, signal));
  }

  async #inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    // The data of the work must not stay in memory until the work starts.
    let waiting: (() => Promise<Result>) | undefined = work;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      waiting = undefined;
      left.reject(new GatehouseError("unavailable", { message: "The client has disconnected" }));
    };
    if (signal?.aborted === true) {
      leave();
    }
    signal?.addEventListener("abort", leave);
    const inTurn = this.#work.run(() => {
      signal?.removeEventListener("abort", leave);
      return waiting === undefined ? left.promise : collected(waiting);
    });
    return Promise.race([left.promise, inTurn]);
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
