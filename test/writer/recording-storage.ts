import type { RecordedAudit } from "../../src/model/audit.ts";
import type { Change } from "../../src/model/change.ts";
import type { AuditQuery, Storage } from "../../src/storage/storage.ts";

/** A storage that records its commits, and can delay them or let them fail. */
export class RecordingStorage implements Storage {
  readonly commits: (readonly Change[])[] = [];
  readonly #inner: Storage;
  readonly #failures: Error[] = [];
  #released: Promise<void> = Promise.resolve();

  constructor(inner: Storage) {
    this.#inner = inner;
  }

  /** Delays commits until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#released = promise;
    return resolve;
  }

  /** Lets the next commit fail without storing anything. */
  failNext(error: Error): void {
    this.#failures.push(error);
  }

  async commit(changes: readonly Change[]): Promise<void> {
    this.commits.push(changes);
    await this.#released;
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
