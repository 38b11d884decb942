const pauseMsMin = 20;
const pauseMsMax = 250;
/** The least number of attempts before a command is refused. */
const triesPerWait = 10;

/** Whether a shared storage answers, and when the state in memory was last known to be current. */
export class StorageReach {
  readonly #onFailure: (error: unknown) => void;
  readonly #waitMs: number;
  #unansweredSinceMs: number | null = null;
  #currentAtMs: number;
  #failures = 0;
  #reported: string | undefined;

  /** `waitMs` is how long commands wait for an answer. */
  constructor(waitMs: number, onFailure: (error: unknown) => void) {
    this.#waitMs = waitMs;
    this.#onFailure = onFailure;
    this.#currentAtMs = performance.now();
  }

  /**
   * When the first request was sent since the last usable answer; null if there was none since. A
   * `performance.now`.
   */
  get unansweredSinceMs(): number | null {
    return this.#unansweredSinceMs;
  }

  /** A moment whose commits are all in the state; a `performance.now`. */
  get currentAtMs(): number {
    return this.#currentAtMs;
  }

  /** Must be called when an answer shows that the state was current at a moment. */
  isCurrentAt(ms: number): void {
    this.answered();
    this.#currentAtMs = Math.max(this.#currentAtMs, ms);
    this.#reported = undefined;
  }

  /** Sends a request to the storage; `answered` must be called when its answer was usable. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    this.asking();
    return question();
  }

  asking(): void {
    this.#unansweredSinceMs ??= performance.now();
  }

  /** Withdraws a request that is not sent yet; `since` is `unansweredSinceMs` before it. */
  askLater(since: number | null): void {
    this.#unansweredSinceMs = since;
  }

  answered(): void {
    this.#unansweredSinceMs = null;
    this.#failures = 0;
  }

  /** Reports an error, but not the same one at each attempt: each outage is reported once. */
  report(error: unknown): void {
    const text = String(error);
    if (this.#reported !== text) {
      this.#reported = text;
      // In a microtask, so that the commands are answered even if `onFailure` throws.
      queueMicrotask(() => this.#onFailure(error));
    }
  }

  /**
   * Resolves when the storage may be asked again after a failure: the delay grows with each
   * failure.
   */
  async pause(): Promise<void> {
    const msMax = Math.min(pauseMsMax, this.#waitMs / triesPerWait);
    const ms = Math.min(pauseMsMin * 2 ** Math.min(this.#failures, 8), msMax);
    this.#failures++;
    await Bun.sleep(ms);
  }
}
