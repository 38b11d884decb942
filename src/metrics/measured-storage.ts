import type { RecordedAudit } from "../model/audit.ts";
import type { Change } from "../model/change.ts";
import type { AuditQuery, Storage } from "../storage/storage.ts";
import { Durations } from "./durations.ts";

export interface MeasuredStorageOptions {
  readonly storage: Storage;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
}

/** A storage that times its commits and counts the failed ones, for metrics and readiness. */
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

  /** Nanoseconds since the latest commit failed; null if it succeeded or there was none. */
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

  /** Not measured, so that probes do not count as commits. */
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
