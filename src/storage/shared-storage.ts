import type { Batch, OpenedStorage, Storage } from "./storage.ts";

export interface CommitOptions {
  readonly isQueued?: boolean;
  /** How long the commands of the batch ran, and so may run again. */
  readonly ranMs?: number;
  readonly progress?: CommitProgress;
}

/** What a commit waits for. */
export interface CommitProgress {
  /** This process makes the texts of the batch. */
  readonly onTexts: () => void;
  /**
   * The storage is asked to keep the batch, which may take so much longer than a small one, in
   * milliseconds.
   */
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
 * A storage to which other processes write too. Each commit is made on the newest one, and all are
 * in a log, from which the others follow.
 */
export interface SharedStorage extends Storage {
  /**
   * As `Storage.commit`. Besides it rejects with
   *
   * - `StaleBatchError` if the newest commit is not the one of `batch.position`. Nothing is kept,
   *   unless the log has a commit of this batch.
   * - `CommitInDoubtError` if the connection broke. Then the same batch may be committed again: it
   *   is kept once.
   *
   * With `isQueued`, other processes wait until this commit is done, so that one that always comes
   * too late gets its turn: after a `StaleBatchError` it has the time to make its batch again.
   */
  commit(batch: Batch, options?: CommitOptions): Promise<number>;

  /**
   * Takes the turn of a commit with `isQueued` before its batch is made, whose commands ran for so
   * long the last time. Rejects with a `StorageError`.
   */
  takeTurn(ranMs: number): Promise<void>;

  /** Lets other processes commit, if a batch that had the turn is not made again. Never rejects. */
  giveUpTurn(): Promise<void>;

  /**
   * The commits after a position, oldest first; a large number of them in parts. Rejects with a
   * `LogLostError` if the log does not go on there, and with a `StorageError`.
   */
  commitsAfter(position: number): Promise<readonly LoggedCommit[]>;

  /**
   * Removes and returns the commits after a position that came with notifications, oldest first. They
   * say neither that the storage answers, nor that there are no newer ones.
   */
  takeNotifiedAfter(position: number): readonly LoggedCommit[];

  /** The newest state with its position. Rejects with a `StorageError`. */
  load(): Promise<Pick<OpenedStorage, "state" | "position">>;

  /**
   * Calls the listener soon after any process has committed, with the position of the commit, and now
   * and then without a reason and a position, until the returned function is called.
   */
  follow(listener: FollowListener): () => void;
}

export type FollowListener = (position?: number) => void;

/** Other processes have committed after the state on which a batch was made. */
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
 * The log has no commit that follows a position: it was trimmed, or the storage was restored. The
 * state must be loaded anew.
 */
export class LogLostError extends Error {
  override readonly name = "LogLostError";
}
