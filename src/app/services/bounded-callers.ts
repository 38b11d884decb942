import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";

interface BoundedCallersOptions {
  readonly max: number;
  /** So that one person or token does not use up the whole queue. */
  readonly ofOneMax: number;
  /** Why further work is refused. */
  readonly message: string;
}

/** One runs, and 40 wait, of which one caller may have 20. */
const waiting: BoundedCallersOptions = {
  max: 41,
  ofOneMax: 21,
  message: "Too many requests wait for such an answer",
};
const retryAfterSeconds = 5;

/** Work of one kind for requests. Limits how much of it there is, in total and for each caller. */
export class BoundedCallers {
  readonly #options: BoundedCallersOptions;
  readonly #counts = new Map<string, number>();
  #count = 0;

  constructor(options = waiting) {
    this.#options = options;
  }

  /**
   * Runs work. Rejects with `unavailable` while there is too much. Call it after checking the
   * caller's right and reading the body.
   */
  async run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    const leave = this.enter(caller);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** As `run`, for work that lasts until the returned function is called once. */
  enter(caller: Caller): () => void {
    const { max, ofOneMax, message } = this.#options;
    const key = keyOf(caller);
    if (this.#count >= max || (this.#counts.get(key) ?? 0) >= ofOneMax) {
      throw new GatehouseError("unavailable", { message, retryAfterSeconds });
    }
    this.#add(key, 1);
    return () => this.#add(key, -1);
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
