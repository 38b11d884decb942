import type { CommitMark } from "./postgres-load.ts";

/** So many batch ids are remembered, for those who ask again. */
const rememberedMax = 4_096;

/**
 * The newest commits that a process knows, by position. After a failover that lost commits, the same
 * positions are of other batches.
 */
export class KnownCommits {
  readonly #batches = new Map<number, string>();
  #newest: CommitMark | undefined;

  /** Undefined before anything was read. */
  get epoch(): string | undefined {
    return this.#newest?.epoch;
  }

  markAt(position: number): CommitMark | null {
    const batchId = this.#batches.get(position);
    return batchId === undefined || this.#newest === undefined
      ? null
      : { position, batchId, epoch: this.#newest.epoch };
  }

  isNews(position: number): boolean {
    return this.#newest === undefined || position > this.#newest.position;
  }

  isEpoch(epoch: string): boolean {
    return this.#newest === undefined || this.#newest.epoch === epoch;
  }

  /** The id of the batch at a position; null if it is not known. */
  batchAt(position: number): string | null {
    return this.#batches.get(position) ?? null;
  }

  remember(mark: CommitMark): void {
    if (this.#newest === undefined || mark.position >= this.#newest.position) {
      this.#newest = mark;
    }
    this.#batches.set(mark.position, mark.batchId);
    this.#batches.delete(mark.position - rememberedMax);
  }

  /** Forgets all but one commit, such as when the state was loaded. */
  restartAt(mark: CommitMark): void {
    this.#batches.clear();
    this.#newest = undefined;
    this.remember(mark);
  }
}
