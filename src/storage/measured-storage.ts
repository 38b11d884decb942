import { Durations } from "./durations.ts";
import { StaleBatchError } from "./shared-storage.ts";
import type { Batch, ProbeKind, Storage, StorageReads } from "./storage.ts";

export interface MeasuredStorageOptions {
  readonly storage: Storage;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
}

/**
 * A storage that times its commits, counts failed ones, and remembers whether the last write
 * failed: for metrics and readiness.
 */
export class MeasuredStorage implements Storage {
  readonly durations = new Durations();
  readonly reads: StorageReads;
  protected storage: Storage;
  readonly #nanoseconds: () => number;
  #failed = 0;
  #isFailing = false;

  constructor({ storage, nanoseconds }: MeasuredStorageOptions) {
    this.reads = storage.reads;
    this.storage = storage;
    this.#nanoseconds = nanoseconds;
  }

  /** How many commits failed or were in doubt. */
  get failed(): number {
    return this.#failed;
  }

  commit(batch: Batch): Promise<number> {
    return this.measured(() => this.storage.commit(batch));
  }

  protected async measured(commit: () => Promise<number>): Promise<number> {
    const startedAtNs = this.#nanoseconds();
    try {
      const position = await commit();
      this.durations.add(this.#nanoseconds() - startedAtNs);
      this.#isFailing = false;
      return position;
    } catch (error) {
      if (!(error instanceof StaleBatchError)) {
        this.#failed++;
        this.#isFailing = true;
      }
      throw error;
    }
  }

  findCommit(batchId: string): Promise<number | null> {
    return this.storage.findCommit(batchId);
  }

  /**
   * Not measured, so that probes do not count as commits. After a failed commit, quick probes write
   * too, until a write succeeds. A probe that writes nothing cannot detect a failing disk, and a
   * write for each probe would wear the disk out.
   */
  async probe(kind: ProbeKind): Promise<void> {
    const mustWrite = kind === "durable" || this.#isFailing;
    await this.storage.probe(mustWrite ? "durable" : "quick");
    if (mustWrite) {
      this.#isFailing = false;
    }
  }

  close(): Promise<void> {
    return this.storage.close();
  }
}
