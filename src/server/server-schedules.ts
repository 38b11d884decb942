import type { Config } from "../config/config.ts";
import { backupSource } from "./backup-source.ts";
import type { ClosingSteps } from "./closing-steps.ts";
import {
  type ServerBackups,
  type ServerBackupsOptions,
  scheduleBackups,
} from "./server-backups.ts";
import {
  type ServerSelftests,
  type ServerSelftestsOptions,
  scheduleSelftests,
} from "./server-selftests.ts";

/** What a server does in other processes of this program; undefined for what is not scheduled. */
export interface ServerSchedules {
  readonly backups: ServerBackups | undefined;
  readonly selftests: ServerSelftests | undefined;
}

interface ServerSchedulesOptions
  extends Omit<ServerBackupsOptions, "source">,
    ServerSelftestsOptions {
  readonly config: Config;
  readonly closing: ClosingSteps;
}

export function startSchedules({ closing, ...options }: ServerSchedulesOptions): ServerSchedules {
  const { config, environment } = options;
  const backups = scheduleBackups({ ...options, source: backupSource(config, environment) });
  const selftests = scheduleSelftests(options);
  closing.addParallel("backups", async () => backups?.stop());
  closing.addParallel("self-tests", async () => selftests?.stop());
  return { backups, selftests };
}
