import { backUpInChildProcess } from "../backup/backup-process.ts";
import { type RunningBackupSchedule, startBackupSchedule } from "../backup/backup-schedule.ts";
import type { BackupSchedule } from "../config/backup-settings.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../log/log.ts";
import { describeError } from "../text/describe-error.ts";

/** The running schedule of a server's backups, with its settings. */
export type ServerBackups = RunningBackupSchedule & BackupSchedule;

/**
 * Starts the schedule of backups, each made by another process of this program; undefined without
 * one. `program` is the command that starts it.
 */
export function scheduleBackups(
  { dataDirectory, backups }: Pick<Config, "dataDirectory" | "backups">,
  log: Log,
  program: readonly string[],
): ServerBackups | undefined {
  if (backups === undefined) {
    return undefined;
  }
  const running = startBackupSchedule({
    ...backups,
    backUp: (file, signal) => backUpInChildProcess(program, dataDirectory, file, signal),
    now: Date.now,
    onDone: (file) => log.info("backed up", { file }),
    onFailure: (error) => log.error("backup failed", { reason: describeError(error) }),
  });
  return {
    ...backups,
    start: () => running.start(),
    get isRunning() {
      return running.isRunning;
    },
    stop: () => running.stop(),
  };
}
