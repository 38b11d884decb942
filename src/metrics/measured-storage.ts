import type { RecordedAudit } from "../model/audit.ts";
import type { Change } from "../model/change.ts";
import type { AuditQuery, Storage } from "../storage/storage.ts";
import { Durations } from "./durations.ts";

export interface MeasuredStorageOptions {
  readonly storage: Storage;
  /** Nanoseconds of a clock that never goes back. */
  readonly nanoseconds: () => number;
}

/** A storage that knows how its commits went: for metrics, and for the question whether it is well. */
export class MeasuredStorage implements Storage {
  readonly durations = new Durations();
  readonly #storage: Storage;
  readonly #nanoseconds: () => number;
  #failed = 0;
  #failedAtNs: number | null = null;

  constructor({ storage, nanoseconds }: MeasuredStorageOptions) {
    this.#storage = storage;
    this.#nanoseconds = nanoseconds;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Nanoseconds since a commit failed; null if none did since the last one that was kept. */
  get failingForNs(): number | null {
    return this.#failedAtNs === null ? null : this.#nanoseconds() - this.#failedAtNs;
  }

  async commit(changes: readonly Change[]): Promise<void> {
    const startedAtNs = this.#nanoseconds();
    try {
      await this.#storage.commit(changes);
    } catch (error) {
      this.#failed++;
      this.#failedAtNs = this.#nanoseconds();
      throw error;
    }
    this.durations.add(this.#nanoseconds() - startedAtNs);
    this.#failedAtNs = null;
  }

  /** Asks the storage itself, so that probes are no commits. */
  probe(): Promise<void> {
    return this.#storage.probe();
  }

  audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#storage.audits(query);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }
}
