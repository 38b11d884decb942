import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";

const waitingMax = 40;
/** So that one person or token does not use up the whole queue. */
const waitingOfOneMax = 20;
const retryAfterSeconds = 5;

/** Work of one kind for requests. Limits how much of it waits, in total and for each caller. */
export class BoundedCallers {
  readonly #counts = new Map<string, number>();
  #count = 0;

  /**
   * Runs work. Rejects with `unavailable` while too many wait. Call it after checking the caller's
   * right and reading the body.
   */
  async run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    const key = keyOf(caller);
    const ofOne = this.#counts.get(key) ?? 0;
    if (this.#count > waitingMax || ofOne > waitingOfOneMax) {
      throw new GatehouseError("unavailable", {
        message: "Too many requests wait for such an answer",
        retryAfterSeconds,
      });
    }
    this.#add(key, 1);
    try {
      return await work();
    } finally {
      this.#add(key, -1);
    }
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

function keyOf({ actor, session }: Caller): string {
  return session?.hash ?? `${actor.type}:${actor.id}`;
}
