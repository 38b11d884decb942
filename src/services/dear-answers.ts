import { GatehouseError } from "../errors.ts";
import { endLongWork } from "../event-loop/count-long-work.ts";
import { OneAtATime } from "../event-loop/one-at-a-time.ts";
import type { Caller } from "../model/caller.ts";

const waitingMax = 40;
/** So that one person or token leaves room for the others. */
const waitingOfOneMax = 20;
const retryAfterSeconds = 5;
/** Shorter work leaves little garbage behind. */
const longWorkMs = 100;

/**
 * Answers of one kind, each of which takes much memory: one is made at a time, and a bounded number
 * waits (docs/performance.md#price-of-each-route).
 */
export class DearAnswers {
  readonly #work = new OneAtATime();
  readonly #counts = new Map<string, number>();
  #count = 0;

  /**
   * Runs work after all that was given before. Rejects with `unavailable` while too many wait, and if
   * `signal` aborts before the work begins: the client disconnected, and its position is free again.
   * To be called when the caller's right was checked and the body was read.
   */
  async run<Result>(
    caller: Caller,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const key = keyOf(caller);
    const ofOne = this.#counts.get(key) ?? 0;
    if (this.#count > waitingMax || ofOne > waitingOfOneMax) {
      throw new GatehouseError("unavailable", "Too many requests wait for such an answer", {
        retryAfterSeconds,
      });
    }
    this.#add(key, 1);
    try {
      return await this.#inTurn(work, signal);
    } finally {
      this.#add(key, -1);
    }
  }

  async #inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    // What the work holds must not stay in memory until its turn.
    let waiting: (() => Promise<Result>) | undefined = work;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      waiting = undefined;
      left.reject(new GatehouseError("unavailable", "The client has disconnected"));
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

  #add(key: string, difference: 1 | -1): void {
    this.#count += difference;
    const count = (this.#counts.get(key) ?? 0) + difference;
    if (count === 0) {
      this.#counts.delete(key);
    } else {
      this.#counts.set(key, count);
    }
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

function keyOf({ actor, session }: Caller): string {
  return session?.hash ?? `${actor.type}:${actor.id}`;
}
