import type { SharedStorage } from "../../storage/shared-storage.ts";
import { UnstorableChangesError } from "../../storage/storage.ts";
import type { FollowedState } from "./followed-state.ts";
import { type PinnedRun, type PinnedRunOptions, runPinned } from "./pinned-run.ts";
import type { BatchRun, QueuedCommand } from "./queued-command.ts";
import type { SharedCommits } from "./shared-commits.ts";
import type { StorageReach } from "./storage-reach.ts";
import type { WriteWaits } from "./write-waits.ts";

export interface SharedBatchesOptions extends PinnedRunOptions {
  readonly storage: Pick<SharedStorage, "releaseLease">;
  readonly commits: SharedCommits;
  readonly followed: FollowedState;
  readonly reach: StorageReach;
  readonly waits: WriteWaits;
  /** Whether callers no longer wait for an outcome. */
  readonly isClosed: () => boolean;
}

/** How often commands of one batch failed to commit. */
interface Tries {
  conflicts: number;
  queued: number;
}

/** After this many conflicts a batch is committed while other processes wait. */
const conflictsMax = 5;
/** Commands that run this long would hardly ever commit without it. */
const longRunMs = 100;
const conflictsMaxOfLong = 1;
/** Other processes may still commit this often. */
const queuedTriesMax = 5;

/**
 * Runs the commands of batches until they are committed. They run again if others have committed
 * since, and in the end while the others wait. Only one batch may be processed at a time.
 */
export class SharedBatches {
  readonly #options: SharedBatchesOptions;

  constructor(options: SharedBatchesOptions) {
    this.#options = options;
  }

  /**
   * Runs, commits and answers commands. Refuses commands that waited too long for an unreachable
   * storage, and commands that other processes overtook at each try. Rejects with an
   * `UnstorableChangesError` before any command is answered.
   */
  async process(part: readonly QueuedCommand[]): Promise<void> {
    const tries: Tries = { conflicts: 0, queued: 0 };
    try {
      await this.#processUntilDone(part, tries);
    } finally {
      if (tries.queued > 0) {
        // A batch that was not committed in the end must not make other processes wait.
        void this.#options.storage.releaseLease();
      }
    }
  }

  async #processUntilDone(part: readonly QueuedCommand[], tries: Tries): Promise<void> {
    const { waits, reach } = this.#options;
    for (;;) {
      const commands = waits.stillWaiting(part);
      if (commands.length === 0) {
        return;
      }
      const ran = await runPinned(commands, this.#options);
      if (waits.stillWaiting(commands).length < commands.length) {
        // Commands refused while they ran must not be committed.
        continue;
      }
      try {
        if (await this.#isDone(commands, ran, tries)) {
          settleAll(ran);
          return;
        }
        waits.overtaken();
        tries.conflicts++;
        if (tries.queued >= queuedTriesMax) {
          waits.refuseOvertaken(commands);
          return;
        }
      } catch (error) {
        if (error instanceof UnstorableChangesError) {
          reach.answered();
          throw error;
        }
        await this.#afterFailure(commands, error);
      }
    }
  }

  async #afterFailure(commands: readonly QueuedCommand[], error: unknown): Promise<void> {
    const { waits, reach, isClosed } = this.#options;
    reach.report(error);
    waits.failed();
    if (isClosed()) {
      waits.refuse(waits.stillWaiting(commands), error);
    } else {
      await reach.pause();
    }
  }

  /** Whether the commands may be answered; otherwise they must run again, on a later state. */
  async #isDone(
    commands: readonly QueuedCommand[],
    ran: PinnedRun,
    tries: Tries,
  ): Promise<boolean> {
    const { followed, commits } = this.#options;
    if (ran.changes.length > 0) {
      const isLong = ran.ranMs >= longRunMs;
      const isQueued = tries.conflicts >= (isLong ? conflictsMaxOfLong : conflictsMax);
      tries.queued += isQueued ? 1 : 0;
      // The commits of others were applied while it ran.
      const isStale = followed.state !== ran.before || followed.position !== ran.position;
      const isKept = isStale
        ? await commits.overtaken(isQueued ? ran.ranMs : null)
        : await commits.commit(commands, ran, isQueued);
      if (!isKept && isQueued) {
        // The answer may have had a part of the commits. Now no process adds to them.
        await commits.catchUp();
      }
      return isKept;
    }
    // An answer without changes may not come from a state that was stale when the command arrived.
    if (commands.every(({ submittedAtMs }) => submittedAtMs <= ran.currentAtMs)) {
      return true;
    }
    await commits.catchUp();
    return followed.state === ran.before;
  }
}

function settleAll({ answers }: Pick<BatchRun, "answers">): void {
  for (const { settle } of answers) {
    settle();
  }
}
