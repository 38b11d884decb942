import type { Batch, OpenedStorage, Storage } from "./storage.ts";

export interface CommitOptions {
  readonly isQueued?: boolean;
  /** How long the commands of the batch ran, and so may run again. */
  readonly ranMs?: number;
  readonly progress?: CommitProgress;
}

/** The steps that a commit waits for. */
export interface CommitProgress {
  /** This process writes the texts of the batch. */
  readonly onTexts: () => void;
  /** The batch is sent to the storage. It may take this many milliseconds longer than a small one. */
  readonly onSending: (extraMs: number) => void;
}

/** A commit as every process that shares the storage reads it. */
export interface LoggedCommit {
  /** One above the position of the commit before. */
  readonly position: number;
  readonly batchId: string;
  /** See `logFormat` in `src/core/model/logged-change.ts`. */
  readonly format: number;
  /** A JSON list of logged changes. */
  readonly changes: string;
}

/**
 * A storage to which other processes write too. Each commit is based on the latest one. All commits
 * are in a log, which the other processes follow.
 */
export interface SharedStorage extends Storage {
  /**
   * As `Storage.commit`. It also rejects with
   *
   * - `StaleBatchError` if the latest commit is not the one of `batch.position`. Nothing is
   *   committed, unless the log has a commit of this batch.
   * - `CommitInDoubtError` if the connection broke. Then the same batch may be sent again: it is
   *   committed only once.
   *
   * With `isQueued`, other processes wait until this commit is done, for a commit that others keep
   * overtaking. After a `StaleBatchError` it has the time to build its batch again.
   */
  commit(batch: Batch, options?: CommitOptions): Promise<number>;

  /**
   * Takes the lock of a commit with `isQueued` before its batch is built. `ranMs` is how long its
   * commands ran the last time. Rejects with a `StorageError`.
   */
  acquireLease(ranMs: number): Promise<void>;

  /** Lets other processes commit, if the batch that had the lock is not built again. Never rejects. */
  releaseLease(): Promise<void>;

  /**
   * The commits after a position, oldest first; a large number of them in parts. Rejects with a
   * `LogLostError` if the log does not continue there, and with a `StorageError`.
   */
  commitsAfter(position: number): Promise<readonly LoggedCommit[]>;

  /** The latest state with its position. Rejects with a `StorageError`. */
  load(): Promise<Pick<OpenedStorage, "state" | "position">>;

  /**
   * Calls the listener soon after any process has committed, with the position of the commit, until
   * the returned function is called. Also calls it at intervals without a position.
   */
  follow(listener: FollowListener): () => void;
}

export type FollowListener = (position?: number) => void;

/** Other processes have committed after the state on which a batch is based. */
export class StaleBatchError extends Error {
  override readonly name = "StaleBatchError";
  /** The commits after the position of the batch, oldest first, or the first part of them. */
  readonly commits: readonly LoggedCommit[];

  constructor(commits: readonly LoggedCommit[]) {
    super("The storage has newer commits");
    this.commits = commits;
  }
}

/**
 * The log has no commit after a position: it was trimmed, or the storage was restored. The state
 * must be loaded again.
 */
export class LogLostError extends Error {
  override readonly name = "LogLostError";
}
