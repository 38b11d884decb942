import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { explained } from "../sqlite/explained.ts";
import { unfinishedPath } from "./back-up.ts";
import { dueMs, freeName, outdatedNames, scheduledMs } from "./backup-names.ts";

export interface BackupScheduleOptions {
  /** Of this server alone; made if it is missing. */
  readonly directory: string;
  readonly everyMs: number;
  readonly keepMax: number;
  /** Makes a backup of that file and resolves when it is good. Told to end, it may reject. */
  readonly make: (file: string, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onDone: (file: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface RunningBackupSchedule {
  /** Ends what is under way and resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** The clock may be set meanwhile, and machines sleep. */
const lookAgainMs = 60_000;
const retryMsMax = 600_000;

/**
 * Makes backups from now on, one at a time, and removes old ones when a new one is good. What fails
 * is reported and tried again soon. Throws a `StorageError` if the directory cannot be made.
 */
export function startBackupSchedule(options: BackupScheduleOptions): RunningBackupSchedule {
  explained(options.directory, () => mkdirSync(options.directory, { recursive: true }));
  const stopping = new AbortController();
  const running = keepMaking(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function keepMaking(options: BackupScheduleOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(await makeIfDue(options, signal), signal);
  }
}

/** Resolves to the milliseconds after which to look again. */
async function makeIfDue(options: BackupScheduleOptions, signal: AbortSignal): Promise<number> {
  const { directory, everyMs, now, onDone, onFailure } = options;
  try {
    const names = readdirSync(directory);
    const waitMs = dueMs(names, everyMs, now()) - now();
    if (waitMs > 0) {
      return Math.min(waitMs, lookAgainMs);
    }
    onDone(await makeOne(options, names, signal));
    return 0;
  } catch (error) {
    if (!signal.aborted) {
      onFailure(error);
    }
    return Math.min(everyMs, retryMsMax);
  }
}

async function makeOne(
  { directory, keepMax, make, now }: BackupScheduleOptions,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  removeUnfinished(directory, names);
  const name = freeName(names, now());
  const file = join(directory, name);
  try {
    await make(file, signal);
  } finally {
    rmSync(unfinishedPath(file), { recursive: true, force: true });
  }
  for (const outdated of outdatedNames(names, keepMax, name)) {
    rmSync(join(directory, outdated));
  }
  return file;
}

/** What a server left that was killed while it made one. */
function removeUnfinished(directory: string, names: readonly string[]): void {
  for (const name of names) {
    const finished = name.slice(0, -unfinishedPath("").length);
    if (scheduledMs(finished) !== null && unfinishedPath(finished) === name) {
      rmSync(join(directory, name), { recursive: true });
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  signal.addEventListener("abort", end);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}
