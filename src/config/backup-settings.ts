import type { Arguments } from "./arguments.ts";
import { ConfigError } from "./config-error.ts";
import { optionalOption } from "./option.ts";
import { parseDuration, parseFilePath, parseInteger } from "./value-parsers.ts";

/** The settings for backups. */
export const backupSettings = {
  backupDirectory: optionalOption({
    flag: "backup-directory",
    variable: "GATEHOUSE_BACKUP_DIRECTORY",
    placeholder: "DIRECTORY",
    description: "The directory for scheduled backups; without it, no backups are scheduled.",
    completion: "directories",
    parse: parseFilePath,
  }),
  backupEvery: optionalOption({
    flag: "backup-every",
    variable: "GATEHOUSE_BACKUP_EVERY",
    placeholder: "TIME",
    description: "The time between scheduled backups, such as 30m, 6h or 1d; 1d unless given.",
    parse: parseDuration("1m", "30d"),
  }),
  backupKeep: optionalOption({
    flag: "backup-keep",
    variable: "GATEHOUSE_BACKUP_KEEP",
    placeholder: "COUNT",
    description: "How many scheduled backups to keep; 7 unless given.",
    parse: parseInteger(1, 10_000),
  }),
};

/** The schedule of a server's backups. */
export interface BackupSchedule {
  readonly directory: string;
  readonly everyMs: number;
  /** How many of the latest backups to keep. */
  readonly keepMax: number;
}

const oneDayMs = 86_400_000;
const keepMaxDefault = 7;

/**
 * The backup schedule from the arguments; undefined without one. Throws a ConfigError if there is
 * an interval or a count but no directory: the user expects backups, and there would be none.
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
