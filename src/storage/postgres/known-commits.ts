import type { CommitMark } from "./postgres-load.ts";

/** The number of batch ids to remember, for repeated requests. */
const rememberedMax = 4_096;

/**
 * The latest commits that a node has read, by position. After a failover that lost commits, the
 * database assigns the lost positions to other batches.
 */
export class KnownCommits {
  readonly #batches = new Map<number, string>();
  #latest: CommitMark | undefined;

  /** Undefined before the first read. */
  get epoch(): string | undefined {
    return this.#latest?.epoch;
  }

  markAt(position: number): CommitMark | null {
    const batchId = this.#batches.get(position);
    return batchId === undefined || this.#latest === undefined
      ? null
      : { position, batchId, epoch: this.#latest.epoch };
  }

  /** Whether a position is after the latest one; true before the first read. */
  isAfterLatest(position: number): boolean {
    return this.#latest === undefined || position > this.#latest.position;
  }

  /** Whether the epoch is still the same; true before the first read. */
  isSameEpoch(epoch: string): boolean {
    return this.#latest === undefined || this.#latest.epoch === epoch;
  }

  /** The batch id at a position; null if unknown. */
  batchAt(position: number): string | null {
    return this.#batches.get(position) ?? null;
  }

  remember(mark: CommitMark): void {
    if (this.#latest === undefined || mark.position >= this.#latest.position) {
      this.#latest = mark;
    }
    this.#batches.set(mark.position, mark.batchId);
    this.#batches.delete(mark.position - rememberedMax);
  }

  /** Drops all commits except one, such as after loading the state. */
  restartAt(mark: CommitMark): void {
    this.#batches.clear();
    this.#latest = undefined;
    this.remember(mark);
  }
}
