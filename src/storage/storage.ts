import type { RecordedAudit } from "../model/audit.ts";
import type { Change } from "../model/change.ts";
import type { State } from "../model/state.ts";

/**
 * The port to the storage of Gatehouse's data. Requests read from memory, so an adapter loads the
 * whole state when it opens and stores changes; only audits are read from the storage. Every
 * adapter passes `test/contract/storage-contract.ts`.
 */
export interface Storage {
  /**
   * Stores all changes or none. They are durable when the promise resolves. Rejects with a
   * `StorageError` if the medium failed, and then no change is stored.
   */
  commit(changes: readonly Change[]): Promise<void>;

  /** A page of an environment's audits, newest first unless the query says otherwise. */
  audits(query: AuditQuery): Promise<readonly RecordedAudit[]>;

  /**
   * Rejects with a `StorageError` if a commit would fail now; stores nothing and waits for no
   * commit.
   */
  probe(): Promise<void>;

  close(): Promise<void>;
}

/** An opened adapter: the port, and the state that it loaded. */
export interface OpenedStorage {
  readonly storage: Storage;
  readonly state: State;
}

export interface AuditQuery {
  readonly environmentId: number;
  /** Only audits of these features; null for all. */
  readonly keys: readonly string[] | null;
  /**
   * Only audits among this many newest ones of the environment, counted before `keys`; null for
   * all.
   */
  readonly newestMax: number | null;
  /** How many of the newest audits to skip. */
  readonly offset: number;
  readonly limit: number;
  /** True for the oldest audits, oldest first, whatever `keys`, `newestMax` and `offset` say. */
  readonly isOldestFirst?: boolean;
}

/** The medium failed or cannot be used: full, locked, corrupt, or newer than this executable. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
