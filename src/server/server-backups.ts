import type { Leadership } from "../app/writer/leadership.ts";
import type { BackupSchedule } from "../config/backup-settings.ts";
import type { Config } from "../config/config.ts";
import { describeError } from "../core/text/describe-error.ts";
import type { Log } from "../http/log/log.ts";
import { type BackupSource, backUpInChildProcess } from "../storage/backup/backup-process.ts";
import {
  type RunningBackupSchedule,
  startBackupSchedule,
} from "../storage/backup/backup-schedule.ts";
import type { BackupFigures } from "./metrics/backup-metrics.ts";

/** The running schedule of a server's backups, with its settings. */
export type ServerBackups = RunningBackupSchedule & BackupSchedule & BackupFigures;

export interface ServerBackupsOptions {
  readonly config: Pick<Config, "backups">;
  readonly log: Log;
  /** The command that starts this program in another process. */
  readonly program: readonly string[];
  readonly source: BackupSource;
  readonly leadership: Leadership;
  /** Resolves when the backup can begin, so that it has a checkpoint of its records. */
  readonly signCheckpoint?: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Starts the schedule of backups; undefined without one. Another process of this program writes each
 * backup. In a cluster, the leader does it.
 */
export function scheduleBackups(options: ServerBackupsOptions): ServerBackups | undefined {
  const { config, log, program, source, leadership, signCheckpoint, now } = options;
  const { backups } = config;
  if (backups === undefined) {
    return undefined;
  }
  let isFailing = false;
  const running = startBackupSchedule({
    ...backups,
    isScheduled: () => leadership.isLeading,
    async backUp(file, signal) {
      await signCheckpoint?.();
      await backUpInChildProcess(program, source, file, signal);
    },
    now,
    onDone: (file) => {
      isFailing = false;
      log.info("backed up", { file });
    },
    onFailure: (error) => {
      isFailing = true;
      log.error("backup failed", { reason: describeError(error) });
    },
  });
  return {
    ...backups,
    start: () => running.start(),
    get isRunning() {
      return running.isRunning;
    },
    get isFailing() {
      // Another server of the cluster may be the leader now, and write the backups.
      return isFailing && leadership.isLeading;
    },
    stop: () => running.stop(),
  };
}
