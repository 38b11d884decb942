import { GatehouseError } from "../../core/errors.ts";
import { InvariantError } from "../../core/invariant-error.ts";
import type { State } from "../../core/model/state.ts";
import type { SharedStorage } from "../../storage/shared-storage.ts";
import { CommandQueue, processInHalves } from "./command-queue.ts";
import { FollowedState } from "./followed-state.ts";
import { Following } from "./following.ts";
import { type QueuedCommand, queuedCommand, queuedLongCommand } from "./queued-command.ts";
import { SharedBatches } from "./shared-batches.ts";
import { SharedCommits } from "./shared-commits.ts";
import { StorageReach } from "./storage-reach.ts";
import { untilMayCommit } from "./until-may-commit.ts";
import { WriteWaits } from "./write-waits.ts";
import type {
  Command,
  CommitListener,
  ReloadListener,
  SteppedCommand,
  Writer,
  WriterStart,
} from "./writer.ts";

export interface SharedWriterOptions extends WriterStart {
  readonly storage: SharedStorage;
  /**
   * How long a command waits for a storage that does not answer, before it is refused; 5 seconds by
   * default.
   */
  readonly writeWaitMs?: number | undefined;
}

/** The relation of a process to the others that share its storage. */
export interface SharedWriterFacts {
  /** The position of the latest commit in the state. */
  readonly position: number;
  /** How long ago the state was last known to be current. */
  readonly staleMs: number;
  /** For how long the storage has given no usable answer; 0 if it answers. */
  readonly unansweredMs: number;
  /** How often commands ran again, as other processes had committed before. */
  readonly conflicts: number;
  /** How many commits of other processes were applied. */
  readonly followed: number;
  /** How often the answer to a commit was lost. */
  readonly doubts: number;
  /** How often the state was loaded again. */
  readonly reloads: number;
}

const writeWaitMsDefault = 5_000;
const closePollMs = 20;
/** How long a closing writer without waiting commands waits for the storage. */
const unansweredMsMax = 200;

/**
 * The writer of a storage to which other processes write too (docs/internals.md#shared-storage). It
 * follows their commits, and bases its own on the latest one. While the storage does not answer,
 * readers use the state in memory, and commands wait for a while before they are refused.
 */
export class SharedWriter implements Writer {
  readonly #followed: FollowedState;
  readonly #queue = new CommandQueue();
  readonly #reach: StorageReach;
  readonly #waits: WriteWaits;
  readonly #commits: SharedCommits;
  readonly #batches: SharedBatches;
  readonly #unfollow: () => void;
  /** Resolves when nothing is to be committed or followed; null while there is no work. */
  #working: Promise<void> | null = null;
  readonly #following: Following;
  #isClosed = false;

  constructor(options: SharedWriterOptions) {
    const { storage, now, writeWaitMs = writeWaitMsDefault } = options;
    this.#followed = new FollowedState(options);
    this.#reach = new StorageReach(writeWaitMs, (error) => {
      // The state in memory is wrong, so nothing more may be based on it.
      this.#isClosed ||= error instanceof InvariantError;
      options.onFailure(error);
    });
    this.#waits = new WriteWaits({ queue: this.#queue, reach: this.#reach, waitMs: writeWaitMs });
    this.#following = new Following({
      followed: this.#followed,
      catchUp: (through) => this.#commits.catchUp(through),
      onFailure: (error) => this.#reach.report(error),
    });
    this.#commits = new SharedCommits({
      storage,
      followed: this.#followed,
      reach: this.#reach,
      waits: this.#waits,
      now,
      isClosed: () => this.#isClosed,
    });
    this.#batches = new SharedBatches({
      storage,
      commits: this.#commits,
      followed: this.#followed,
      reach: this.#reach,
      waits: this.#waits,
      now,
      isClosed: () => this.#isClosed,
      followDuring: (work) => this.#following.during(work),
    });
    this.#unfollow = storage.follow((position) => {
      this.#following.notice(position);
      if (this.#following.isDue) {
        this.#work();
      }
    });
  }

  get state(): State {
    return this.#followed.state;
  }

  get position(): number {
    return this.#followed.position;
  }

  get waitingCount(): number {
    return this.#queue.length;
  }

  get facts(): SharedWriterFacts {
    const nowMs = performance.now();
    const { currentAtMs, unansweredSinceMs } = this.#reach;
    const { conflicts, followed, doubts, reloads } = this.#commits;
    return {
      position: this.position,
      staleMs: nowMs - currentAtMs,
      unansweredMs: unansweredSinceMs === null ? 0 : nowMs - unansweredSinceMs,
      conflicts,
      followed,
      doubts,
      reloads,
    };
  }

  onCommit(listener: CommitListener): () => void {
    return this.#followed.listeners.add(listener);
  }

  onReload(listener: ReloadListener): () => void {
    return this.#followed.listeners.addForReloads(listener);
  }

  submit<Answer>(command: Command<Answer>): Promise<Answer> {
    const promised = Promise.withResolvers<Answer>();
    this.#accept(queuedCommand(command, promised));
    return promised.promise;
  }

  submitInSteps<Answer>(command: SteppedCommand<Answer>): Promise<Answer> {
    const promised = Promise.withResolvers<Answer>();
    this.#accept(queuedLongCommand(command, promised));
    return promised.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#following.end();
    this.#unfollow();
    while (this.#working !== null && this.#queue.length + this.#waits.count > 0) {
      await Promise.race([this.#working, Bun.sleep(closePollMs)]);
    }
    // A storage that does not answer must not prevent the process from ending.
    await Promise.race([this.#working, Bun.sleep(unansweredMsMax)]);
  }

  #accept(command: QueuedCommand): void {
    if (this.#isClosed) {
      command.reject(new GatehouseError("unavailable", { message: "The server is stopping" }));
      return;
    }
    try {
      this.#queue.add(command);
    } catch (error) {
      command.reject(error);
      return;
    }
    this.#work();
  }

  #work(): void {
    this.#working ??= this.#workWhileDue();
  }

  async #workWhileDue(): Promise<void> {
    this.#waits.start();
    while (this.#queue.length > 0 || this.#following.isDue) {
      if (this.#queue.length > 0 && !this.#isFollowFirst) {
        await this.#queue.processNext(
          (batch) => {
            this.#waits.take(batch);
            return processInHalves(batch, (part) => this.#batches.process(part));
          },
          () => this.#untilMayCommit(),
        );
        this.#waits.take([]);
      } else {
        await this.#following.follow();
      }
    }
    this.#waits.stop();
    this.#working = null;
  }

  async #untilMayCommit(): Promise<void> {
    try {
      await untilMayCommit({
        order: this.#commits.order,
        news: this.#following.news,
        followed: this.#followed,
        commits: this.#commits,
      });
    } catch (error) {
      // The commit will detect it, and wait for the storage.
      this.#reach.report(error);
    }
  }

  /**
   * A batch based on a stale state fails. While processes commit in order, `untilMayCommit` follows
   * the commits of others.
   */
  get #isFollowFirst(): boolean {
    return this.#following.hasNews && !this.#commits.order.isOrdered;
  }
}
