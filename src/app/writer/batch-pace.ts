import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";

/** Limits how long one transaction takes. */
export const commandsPerCommitMax = 256;
const waitMsMax = 100;

/**
 * Decides when the next batch starts. Each command that joins a batch saves a commit, and commits
 * run in parallel with this thread. Without a wait, clients whose commands were just answered would
 * always miss the next batch. Then half of the commits would have half of the commands.
 */
export class BatchPace {
  /** The commands of the last batch. */
  #commandCount = 0;
  /** When the next batch starts even with fewer commands than the last one; a `performance.now`. */
  #startsAtMs = 0;
  /** Ends the wait when this many commands wait. */
  #awaited: { readonly count: number; readonly end: () => void } | undefined;

  /** Must be called when the commands of a batch are answered. */
  answered(commandCount: number, commitMs: number): void {
    this.#commandCount = commandCount;
    this.#startsAtMs = performance.now() + Math.min(commitMs / 2, waitMsMax);
  }

  /** Must be called when a command has arrived, with the number of waiting commands. */
  arrived(waitingCount: number): void {
    if (this.#awaited !== undefined && waitingCount >= this.#awaited.count) {
      this.#awaited.end();
    }
  }

  /**
   * Resolves when as many commands wait as the last batch had, or after half of the duration of its
   * commit. It still waits while more commands arrive, as requests need a few iterations of the
   * event loop to become commands. Resolves in any case when a batch is full.
   */
  async untilNextBatch(waitingCount: () => number): Promise<void> {
    if (waitingCount() < this.#commandCount) {
      await this.#untilArrived(this.#commandCount, this.#startsAtMs - performance.now());
    }
    let before: number;
    do {
      before = waitingCount();
      await yieldToEventLoop();
    } while (waitingCount() > before && waitingCount() < commandsPerCommitMax);
  }

  async #untilArrived(count: number, waitMs: number): Promise<void> {
    if (waitMs <= 0) {
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    this.#awaited = { count, end: resolve };
    await promise;
    clearTimeout(timer);
    this.#awaited = undefined;
  }
}
