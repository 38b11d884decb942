import { GatehouseError } from "../../core/errors.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { QueuedCommand } from "./queued-command.ts";
import type { StorageReach } from "./storage-reach.ts";

const checksPerWait = 10;
const checkMsMin = 5;
const checkMsMax = 250;

export const unknownOutcome = "It is not known yet whether the change was kept";
const overtaken = "Other servers committed first at every attempt; nothing was changed";
const nothingChanged = "The database cannot be used at the moment; nothing was changed";

export interface WriteWaitsOptions {
  readonly queue: CommandQueue;
  readonly reach: StorageReach;
  readonly waitMs: number;
}

/** Refuses the commands that have waited too long for a storage that does not answer. */
export class WriteWaits {
  readonly #options: WriteWaitsOptions;
  /** The commands of the current batch that have no answer yet. */
  readonly #waiting = new Set<QueuedCommand>();
  /** The commands whose changes the storage may commit. */
  #sent: ReadonlySet<QueuedCommand> = new Set();
  /** How much longer than for a small batch the storage may take. */
  #extraMs = 0;
  /** Since when the texts of a batch are being written; null if they are not. */
  #textsSinceMs: number | null = null;
  /** How long it took to write the latest texts of the commands in `#waiting`. */
  #textsMs = 0;
  /** Since when their commits fail, although the storage may answer other requests. */
  #failingSinceMs: number | null = null;
  #timer: Timer | undefined;

  constructor(options: WriteWaitsOptions) {
    this.#options = options;
  }

  start(): void {
    const ms = this.#options.waitMs / checksPerWait;
    const everyMs = Math.min(Math.max(ms, checkMsMin), checkMsMax);
    this.#timer = setInterval(() => this.#refuseLate(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The commands of the batch that is processed now. */
  take(batch: readonly QueuedCommand[]): void {
    this.#waiting.clear();
    this.#textsMs = 0;
    this.#failingSinceMs = null;
    for (const command of batch) {
      this.#waiting.add(command);
    }
  }

  /** How many of the commands of the batch are not refused yet. */
  get count(): number {
    return this.#waiting.size;
  }

  /** The commands that are not refused yet. */
  stillWaiting(commands: readonly QueuedCommand[]): readonly QueuedCommand[] {
    return commands.filter((command) => this.#waiting.has(command));
  }

  /** Writing the texts of a batch takes time of this process and not of the storage. */
  makeTexts(): void {
    this.#textsSinceMs = performance.now();
  }

  /** No texts are being written. */
  endTexts(): void {
    if (this.#textsSinceMs !== null) {
      this.#textsMs = performance.now() - this.#textsSinceMs;
      this.#textsSinceMs = null;
    }
  }

  /**
   * The changes of these commands are sent to the storage. It may take this much longer than for a
   * small batch, and may commit them from now on.
   */
  sending(commands: readonly QueuedCommand[], extraMs: number): void {
    this.endTexts();
    this.#sent = new Set(commands);
    this.#extraMs = extraMs;
  }

  /** A commit has failed, and is retried. */
  failed(): void {
    this.#failingSinceMs ??= performance.now();
  }

  /** Others have committed before: the storage answers. */
  overtaken(): void {
    this.#failingSinceMs = null;
  }

  /** The outcome of the last commit is known. */
  known(): void {
    this.#sent = new Set();
    this.#extraMs = 0;
  }

  refuse(commands: readonly QueuedCommand[], cause: unknown): void {
    for (const command of commands) {
      this.#refuse(command, cause);
    }
  }

  /** Refuses commands that were not committed, as others committed before at each try. */
  refuseOvertaken(commands: readonly QueuedCommand[]): void {
    for (const command of commands) {
      this.#waiting.delete(command);
      command.reject(new GatehouseError("unavailable", { message: overtaken }));
    }
  }

  #refuseLate(): void {
    const { queue, reach, waitMs } = this.#options;
    const since = earliest(reach.unansweredSinceMs, this.#failingSinceMs);
    if (since === null || this.#textsSinceMs !== null) {
      return;
    }
    const submittedBefore = performance.now() - waitMs - this.#extraMs - this.#textsMs;
    if (since > submittedBefore) {
      return;
    }
    for (const command of this.#waiting) {
      if (command.submittedAtMs <= submittedBefore) {
        this.#refuse(command, undefined);
      }
    }
    while (queue.oldest !== undefined && queue.oldest.submittedAtMs <= submittedBefore) {
      queue.takeOldest()?.reject(new GatehouseError("unavailable", { message: nothingChanged }));
    }
  }

  #refuse(command: QueuedCommand, cause: unknown): void {
    const message = this.#sent.has(command) ? unknownOutcome : nothingChanged;
    this.#waiting.delete(command);
    command.reject(new GatehouseError("unavailable", { message, cause }));
  }
}

function earliest(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}
