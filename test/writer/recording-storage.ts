import type { RecordedAudit } from "../../src/model/audit.ts";
import type { Change } from "../../src/model/change.ts";
import type { AuditQuery, Storage } from "../../src/storage/storage.ts";

/** A storage that counts the commits it is asked for, and lets them wait or fail. */
export class RecordingStorage implements Storage {
  readonly commits: (readonly Change[])[] = [];
  readonly #inner: Storage;
  readonly #failures: Error[] = [];
  #held: Promise<void> = Promise.resolve();

  constructor(inner: Storage) {
    this.#inner = inner;
  }

  /** Keeps commits from resolving, until what is returned is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  /** Lets the next commit fail, and keep nothing. */
  failNext(error: Error): void {
    this.#failures.push(error);
  }

  async commit(changes: readonly Change[]): Promise<void> {
    this.commits.push(changes);
    await this.#held;
    const failure = this.#failures.shift();
    if (failure !== undefined) {
      throw failure;
    }
    await this.#inner.commit(changes);
  }

  audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#inner.audits(query);
  }

  probe(): Promise<void> {
    return this.#inner.probe();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
