import { GatehouseError } from "../../core/errors.ts";
import { UnstorableChangesError } from "../../storage/storage.ts";
import { BatchPace, commandsPerCommitMax } from "./batch-pace.ts";
import type { QueuedCommand } from "./queued-command.ts";

const queueLengthMax = 10_000;

/** Runs and commits commands that share a commit, and answers them. */
type ProcessBatch = (batch: readonly QueuedCommand[]) => Promise<void>;

/** The commands that wait for a commit, oldest first. */
export class CommandQueue {
  readonly #commands: QueuedCommand[] = [];
  readonly #pace = new BatchPace();

  get length(): number {
    return this.#commands.length;
  }

  get oldest(): QueuedCommand | undefined {
    return this.#commands[0];
  }

  /** Throws `unavailable` if too many are waiting. */
  add(command: QueuedCommand): void {
    if (this.#commands.length >= queueLengthMax) {
      throw new GatehouseError("unavailable", { message: "Too many changes are waiting" });
    }
    this.#commands.push(command);
    this.#pace.arrived(this.#commands.length);
  }

  takeOldest(): QueuedCommand | undefined {
    return this.#commands.shift();
  }

  rejectAll(reason: unknown): void {
    rejectAll(this.#commands.splice(0), reason);
  }

  /** Waits for the commands that may share the next commit, and for `turn`, and processes them. */
  async processNext(process: ProcessBatch, turn?: () => Promise<void>): Promise<void> {
    await this.#pace.untilNextBatch(() => this.#commands.length);
    await turn?.();
    const batch = this.#takeBatch();
    const startedAtMs = performance.now();
    await process(batch);
    this.#pace.answered(batch.length, performance.now() - startedAtMs);
  }

  /** A long command has its own batch. */
  #takeBatch(): readonly QueuedCommand[] {
    const first = this.#commands.slice(0, commandsPerCommitMax);
    const longIndex = first.findIndex(({ isLong }) => isLong);
    const count = longIndex < 0 ? commandsPerCommitMax : Math.max(1, longIndex);
    return this.#commands.splice(0, count);
  }
}

/**
 * Processes a batch. If the storage cannot hold its changes, each half of the batch is processed
 * again separately, down to the command that is the reason; its caller gets the error.
 */
export async function processInHalves(
  batch: readonly QueuedCommand[],
  process: ProcessBatch,
): Promise<void> {
  try {
    await process(batch);
  } catch (error) {
    if (!(error instanceof UnstorableChangesError)) {
      throw error;
    }
    if (batch.length <= 1) {
      rejectAll(batch, error);
      return;
    }
    const half = batch.length >> 1;
    await processInHalves(batch.slice(0, half), process);
    await processInHalves(batch.slice(half), process);
  }
}

export function rejectAll(waiting: Iterable<Pick<QueuedCommand, "reject">>, reason: unknown): void {
  for (const { reject } of waiting) {
    reject(reason);
  }
}
