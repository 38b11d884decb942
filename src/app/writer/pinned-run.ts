import type { State } from "../../core/model/state.ts";
import type { FollowedState } from "./followed-state.ts";
import { type BatchRun, type QueuedCommand, runBatch } from "./queued-command.ts";
import type { StorageReach } from "./storage-reach.ts";

/** Executed commands, with the state when they began: other processes may have committed since. */
export interface PinnedRun extends BatchRun {
  readonly before: State;
  readonly position: number;
  /** A moment whose commits are all in `before`; a `performance.now`. */
  readonly currentAtMs: number;
  readonly ranMs: number;
}

export interface PinnedRunOptions {
  readonly followed: Pick<FollowedState, "state" | "position">;
  readonly reach: Pick<StorageReach, "currentAtMs">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Follows the commits of others until work ends, and resolves with its result. */
  readonly followDuring: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** Runs commands as `runBatch` does. The commits of others are followed while a long one runs. */
export async function runPinned(
  commands: readonly QueuedCommand[],
  { followed, reach, now, followDuring }: PinnedRunOptions,
): Promise<PinnedRun> {
  const { state: before, position } = followed;
  const { currentAtMs } = reach;
  const startedAtMs = performance.now();
  const running = runBatch(commands, before, now);
  const ran = await (commands.some(({ isLong }) => isLong) ? followDuring(running) : running);
  return { ...ran, before, position, currentAtMs, ranMs: performance.now() - startedAtMs };
}
