import { InvariantError } from "../../core/invariant-error.ts";
import type { Change } from "../../core/model/change.ts";
import {
  type CommitProgress,
  type LoggedCommit,
  LogLostError,
  type SharedStorage,
  StaleBatchError,
} from "../../storage/shared-storage.ts";
import {
  type Batch,
  CommitInDoubtError,
  StorageError,
  UnstorableChangesError,
} from "../../storage/storage.ts";
import { CommitOrder, newBatchId, newProcessName } from "./commit-order.ts";
import type { FollowedState } from "./followed-state.ts";
import type { PinnedRun } from "./pinned-run.ts";
import type { QueuedCommand } from "./queued-command.ts";
import { advanceRevisions } from "./revisions.ts";
import type { StorageReach } from "./storage-reach.ts";
import type { WriteWaits } from "./write-waits.ts";

export interface SharedCommitsOptions {
  readonly storage: SharedStorage;
  readonly followed: FollowedState;
  readonly reach: StorageReach;
  readonly waits: WriteWaits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether callers no longer wait for an outcome. */
  readonly isClosed: () => boolean;
}

interface TriedBatch {
  readonly commands: readonly QueuedCommand[];
  readonly batch: Batch;
  /** The changes that listeners get. */
  readonly notified: readonly Change[];
  readonly isQueued: boolean;
  readonly ranMs: number;
  /** Whether it was sent before, and the answer was lost. */
  readonly isInDoubt: boolean;
}

/** The outcome of a batch will not be known. */
class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";
}

/**
 * Commits of a process that shares its storage with others. A batch is based on the latest commit.
 * If others have committed since, their commits are applied. Only one of the methods may run at a
 * time.
 */
export class SharedCommits {
  readonly #options: SharedCommitsOptions;
  readonly #process = newProcessName();
  /** Decides which process commits next. */
  readonly order = new CommitOrder(this.#process);
  /** How often commands had to run again as others had committed. */
  conflicts = 0;
  /** How many commits of others were applied. */
  followed = 0;
  /** How often the answer to a commit was lost. */
  doubts = 0;
  /** How often the state was loaded again. */
  reloads = 0;

  constructor(options: SharedCommitsOptions) {
    this.#options = options;
  }

  /**
   * Applies the commits of others: all, or at least up to a position. Rejects with a `StorageError`
   * if the storage does not answer.
   */
  async catchUp(through = Number.POSITIVE_INFINITY): Promise<void> {
    const { storage, followed, reach } = this.#options;
    for (;;) {
      const askedAtMs = performance.now();
      try {
        const commits = await reach.ask(() => storage.commitsAfter(followed.position));
        if (commits.length === 0) {
          reach.isCurrentAt(askedAtMs);
          return;
        }
        await this.#follow(commits);
        reach.answered();
        if (followed.position >= through) {
          return;
        }
      } catch (error) {
        if (!(error instanceof LogLostError)) {
          throw error;
        }
        await this.#reload(error);
        return;
      }
    }
  }

  /**
   * Must be called instead of `commit` if commits of others were applied while the commands ran. If
   * they ran queued, for this long, others wait until they have run again.
   */
  async overtaken(queuedRanMs: number | null): Promise<false> {
    const { storage, reach } = this.#options;
    this.conflicts++;
    this.order.lost();
    if (queuedRanMs !== null) {
      await reach.ask(() => storage.acquireLease(queuedRanMs));
      reach.answered();
    }
    return false;
  }

  /**
   * Commits the changes of commands; false if others have committed before. Rejects if nothing was
   * committed, or with an `UnknownOutcomeError`, whose commands are already refused.
   */
  async commit(
    commands: readonly QueuedCommand[],
    { changes, state, before, position, ranMs }: PinnedRun,
    isQueued: boolean,
  ): Promise<boolean> {
    const { waits, reach, now, isClosed } = this.#options;
    const revisions = advanceRevisions(before, state, changes, now());
    const batch: Batch = {
      id: newBatchId(this.#process),
      changes: [...changes, ...revisions.changes],
      before,
      after: revisions.state,
      position,
    };
    try {
      for (let isInDoubt = false; ; ) {
        try {
          return await this.#commitOnce({
            commands,
            batch,
            notified: changes,
            isQueued,
            ranMs,
            isInDoubt,
          });
        } catch (error) {
          isInDoubt ||= error instanceof CommitInDoubtError;
          this.doubts += error instanceof CommitInDoubtError ? 1 : 0;
          const isKnown = error instanceof UnstorableChangesError || !isInDoubt;
          if (isKnown || error instanceof UnknownOutcomeError) {
            throw error;
          }
          reach.report(error);
          waits.failed();
          if (isClosed()) {
            throw new UnknownOutcomeError("The server stops", { cause: error });
          }
          await reach.pause();
        }
      }
    } catch (error) {
      if (error instanceof UnknownOutcomeError) {
        waits.refuse(waits.stillWaiting(commands), error);
      }
      throw error;
    } finally {
      waits.known();
    }
  }

  /** Whether the batch is committed, and the state has it; otherwise others have committed before. */
  async #commitOnce(tried: TriedBatch): Promise<boolean> {
    const { storage, reach, waits } = this.#options;
    const { batch, notified, isQueued, ranMs, commands } = tried;
    const progress = this.#progressOf(commands, reach.unansweredSinceMs);
    const askedAtMs = performance.now();
    let position: number;
    try {
      position = await reach.ask(() => storage.commit(batch, { isQueued, ranMs, progress }));
    } catch (error) {
      if (error instanceof StaleBatchError) {
        return this.#afterConflict(tried, error);
      }
      if (error instanceof LogLostError) {
        return this.#afterLoss(tried, error);
      }
      throw error;
    } finally {
      waits.endTexts();
    }
    const answeredAtMs = performance.now();
    this.order.kept(answeredAtMs - askedAtMs);
    this.order.committed(batch.id, answeredAtMs);
    reach.isCurrentAt(askedAtMs);
    await this.#applyOwn(batch, notified, position);
    return true;
  }

  /** Commands are refused if the state turns out to be wrong: running them again could repeat them. */
  async #applyOwn(batch: Batch, notified: readonly Change[], position: number): Promise<void> {
    const { followed, reach } = this.#options;
    try {
      await followed.commitOwn(batch, notified, position);
    } catch (error) {
      if (error instanceof InvariantError) {
        reach.report(error);
        throw new UnknownOutcomeError("The state is wrong", { cause: error });
      }
      throw error;
    }
  }

  #progressOf(
    commands: readonly QueuedCommand[],
    unansweredSinceMs: number | null,
  ): CommitProgress {
    const { reach, waits } = this.#options;
    return {
      onTexts() {
        reach.askLater(unansweredSinceMs);
        waits.makeTexts();
      },
      onSending(extraMs) {
        reach.asking();
        waits.sending(commands, extraMs);
      },
    };
  }

  async #afterConflict(tried: TriedBatch, stale: StaleBatchError): Promise<boolean> {
    const { batch, notified } = tried;
    const next = stale.commits.find(({ position }) => position === batch.position + 1);
    if (next === undefined) {
      return this.#afterLoss(tried, stale);
    }
    if (next.batchId === batch.id) {
      this.#options.reach.answered();
      await this.#applyOwn(batch, notified, next.position);
      return true;
    }
    this.conflicts++;
    this.order.lost();
    try {
      await this.#follow(stale.commits);
      this.#options.reach.answered();
    } catch (error) {
      if (!(error instanceof LogLostError)) {
        throw error;
      }
      await this.#reload(error);
    }
    return false;
  }

  /** The log does not show the commits after the batch's state. */
  async #afterLoss({ batch, isInDoubt }: TriedBatch, loss: Error): Promise<boolean> {
    const { storage, reach } = this.#options;
    const position = isInDoubt ? await reach.ask(() => storage.findCommit(batch.id)) : null;
    await this.#reload(loss);
    if (isInDoubt && position === null) {
      // The log entry that proves it may be gone: running the commands again could repeat them.
      throw new UnknownOutcomeError("The log no longer contains the commit", { cause: loss });
    }
    return position !== null;
  }

  async #follow(commits: readonly LoggedCommit[]): Promise<void> {
    const { followed } = this.#options;
    const before = followed.position;
    try {
      await followed.follow(commits);
      const nowMs = performance.now();
      for (const { batchId } of commits) {
        this.order.committed(batchId, nowMs);
      }
    } finally {
      this.followed += followed.position - before;
    }
  }

  async #reload(loss: Error): Promise<void> {
    const { storage, followed, reach } = this.#options;
    const askedAtMs = performance.now();
    const { state, position } = await reach.ask(() => storage.load());
    this.reloads++;
    reach.report(new StorageError("The state was loaded again", { cause: loss }));
    await followed.replace(state, position);
    reach.isCurrentAt(askedAtMs);
  }
}
