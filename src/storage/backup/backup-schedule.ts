import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withStorageErrors } from "../sqlite/database/storage-errors.ts";
import { partialPath } from "./back-up.ts";
import {
  backupTimeMs,
  nextBackupMs,
  outdatedBackupNames,
  unusedBackupFileName,
} from "./backup-file-names.ts";

export interface BackupScheduleOptions {
  /** The directory of this server's backups only; created if it is missing. */
  readonly directory: string;
  readonly everyMs: number;
  readonly keepMax: number;
  /** Whether scheduled backups run in this process now; another process may run them. */
  readonly isScheduled: () => boolean;
  /**
   * Writes a backup to that file; resolves when it is verified, may reject if `signal` is aborted.
   */
  readonly backUp: (file: string, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onDone: (file: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface RunningBackupSchedule {
  /** Starts a backup now, unless one is running; its outcome is reported as for scheduled ones. */
  start(): void;
  readonly isRunning: boolean;
  /** Aborts a running backup; resolves when its files are removed. */
  stop(): Promise<void>;
}

/** Bounds each wait: the clock may be set, or the computer may sleep. */
const pollMsMax = 60_000;
const retryMsMax = 600_000;

/**
 * Creates backups from now on, one at a time, and removes old ones after each verified backup. A
 * failure is reported, and the backup is retried soon. Throws a `StorageError` if the directory
 * cannot be created.
 */
export function startBackupSchedule(options: BackupScheduleOptions): RunningBackupSchedule {
  withStorageErrors(options.directory, () => mkdirSync(options.directory, { recursive: true }));
  const stopping = new AbortController();
  const { signal } = stopping;
  let making: Promise<void> | undefined;
  const make = () => {
    making ??= createAndReport(options, signal).finally(() => {
      making = undefined;
    });
    return making;
  };
  const running = runSchedule(options, make, signal);
  const report = (error: unknown) => {
    if (!signal.aborted) {
      options.onFailure(error);
    }
  };
  return {
    start() {
      if (!signal.aborted && making === undefined) {
        make().catch(report);
      }
    },
    get isRunning() {
      return making !== undefined;
    },
    async stop() {
      stopping.abort();
      await running;
      await making?.catch(() => undefined);
    },
  };
}

async function runSchedule(
  options: BackupScheduleOptions,
  make: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(await backUpIfDue(options, make, signal), signal);
  }
}

async function createAndReport(options: BackupScheduleOptions, signal: AbortSignal) {
  options.onDone(await createBackup(options, readdirSync(options.directory), signal));
}

/** Resolves with the milliseconds to wait before the next check. */
async function backUpIfDue(
  options: BackupScheduleOptions,
  make: () => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const { directory, everyMs, now, onFailure, isScheduled } = options;
  if (!isScheduled()) {
    return Math.min(everyMs, pollMsMax);
  }
  try {
    const names = readdirSync(directory);
    const waitMs = nextBackupMs(names, everyMs, now()) - now();
    if (waitMs > 0) {
      return Math.min(waitMs, pollMsMax);
    }
    await make();
    return 0;
  } catch (error) {
    if (!signal.aborted) {
      onFailure(error);
    }
    return Math.min(everyMs, retryMsMax);
  }
}

async function createBackup(
  { directory, keepMax, backUp, now }: BackupScheduleOptions,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  removePartialBackups(directory, names);
  const name = unusedBackupFileName(names, now());
  const file = join(directory, name);
  try {
    await backUp(file, signal);
  } finally {
    rmSync(partialPath(file), { recursive: true, force: true });
  }
  for (const outdated of outdatedBackupNames(names, keepMax, name, now())) {
    rmSync(join(directory, outdated));
  }
  return file;
}

/** Removes partial backups that a killed server left behind. */
function removePartialBackups(directory: string, names: readonly string[]): void {
  for (const name of names) {
    const finished = name.slice(0, -partialPath("").length);
    if (backupTimeMs(finished) !== null && partialPath(finished) === name) {
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
