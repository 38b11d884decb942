import type { Config } from "../config/config.ts";
import type { Log } from "../http/log/log.ts";
import { checkDataDirectory } from "../storage/sqlite/database/data-directory-check.ts";

/** Logs what is wrong with the files of the data directory. */
export function warnOfDirectory({ dataDirectory }: Config, log: Log): void {
  for (const reason of checkDataDirectory(dataDirectory)) {
    log.warn("data directory", { reason });
  }
}
