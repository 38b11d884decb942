import type { RecordedAudit } from "../model/audit.ts";
import type { Change } from "../model/change.ts";
import type { State } from "../model/state.ts";

/**
 * The port to whatever keeps Gatehouse's data. Reads that requests need come from memory, so an
 * adapter opens with the whole state, keeps changes, and answers for the one noun that memory does
 * not hold. Every adapter passes `test/contract/storage-contract.ts`.
 */
export interface Storage {
  /**
   * Keeps all changes or none. They are durable when the promise resolves; it rejects with a
   * `StorageError` when the medium failed, and then nothing of them is kept.
   */
  commit(changes: readonly Change[]): Promise<void>;

  /** A stretch of an environment's history, newest first. */
  audits(query: AuditQuery): Promise<readonly RecordedAudit[]>;

  /** Rejects with a `StorageError` if nothing could be kept now; keeps nothing, and waits for no commit. */
  probe(): Promise<void>;

  close(): Promise<void>;
}

/** What opening an adapter gives: the port, and the state that its contents amount to. */
export interface OpenedStorage {
  readonly storage: Storage;
  readonly state: State;
}

export interface AuditQuery {
  readonly environmentId: number;
  /** Only audits of these features; null for all. */
  readonly keys: readonly string[] | null;
  /** Nothing older than so many of the environment's newest, counted before `keys`; null for all. */
  readonly newestMax: number | null;
  /** How many of the newest to pass over. */
  readonly offset: number;
  readonly limit: number;
}

/** The medium failed or cannot be used: full, locked, corrupt, newer than this executable. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
