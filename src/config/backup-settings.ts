import type { Arguments } from "./arguments.ts";
import { ConfigError } from "./config-error.ts";
import { optional } from "./option.ts";
import { duration, integer, parseFilePath } from "./parse.ts";

/** What those who run a server can tell it about keeping the data safe. */
export const backupSettings = {
  backupDirectory: optional({
    flag: "backup-directory",
    variable: "GATEHOUSE_BACKUP_DIRECTORY",
    placeholder: "DIRECTORY",
    description: "The directory for scheduled backups. The server makes them only if this is set.",
    parse: parseFilePath,
  }),
  backupEvery: optional({
    flag: "backup-every",
    variable: "GATEHOUSE_BACKUP_EVERY",
    placeholder: "TIME",
    description: "The time between scheduled backups, such as 30m, 6h or 1d; 1d unless given.",
    parse: duration("1m", "30d"),
  }),
  backupKeep: optional({
    flag: "backup-keep",
    variable: "GATEHOUSE_BACKUP_KEEP",
    placeholder: "COUNT",
    description: "How many scheduled backups are kept; 7 unless given.",
    parse: integer(1, 10_000),
  }),
  walAutocheckpoint: optional({
    flag: "wal-autocheckpoint",
    variable: "GATEHOUSE_WAL_AUTOCHECKPOINT",
    placeholder: "PAGES",
    description:
      "How many pages the write-ahead log of gatehouse.db gets before they are written back into " +
      "the database; 4,000 unless given. With 0 the server leaves that to Litestream.",
    parse: integer(0, 1_000_000),
  }),
};

/** The backups that a server makes by itself. */
export interface BackupSchedule {
  readonly directory: string;
  readonly everyMs: number;
  /** How many of the newest are kept. */
  readonly keepMax: number;
}

const oneDayMs = 86_400_000;
const keepMaxDefault = 7;

/**
 * The schedule that arguments amount to; undefined for none. Throws a ConfigError where there is a
 * time but no place: whoever says how often believes in backups, and there would be none.
 */
export function backupScheduleOf(given: Arguments): BackupSchedule | undefined {
  const directory = given.valueOf(backupSettings.backupDirectory);
  const everyMs = given.valueOf(backupSettings.backupEvery);
  const keepMax = given.valueOf(backupSettings.backupKeep);
  if (directory !== undefined) {
    return { directory, everyMs: everyMs ?? oneDayMs, keepMax: keepMax ?? keepMaxDefault };
  }
  if (everyMs !== undefined || keepMax !== undefined) {
    throw new ConfigError("--backup-every and --backup-keep need --backup-directory");
  }
  return undefined;
}
