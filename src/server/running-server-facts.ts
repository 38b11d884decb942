import type { ServerFacts } from "../api/admin/server-facts.ts";
import { databaseDirectory } from "../cluster/shared-database.ts";
import type { Config } from "../config/config.ts";
import type { Readiness } from "../http/health/readiness.ts";
import { databaseFiles } from "./metrics/database-files.ts";

export interface RunningServerOptions {
  readonly config: Pick<Config, "mode" | "dataDirectory" | "database">;
  readonly readiness: Readiness;
  readonly version: string;
  readonly memoryBytes: () => number;
}

const reasonInLog = "the log of the server has the reason";
const degradedWords: ReadonlyMap<string, string> = new Map([
  ["origin", `This replica cannot follow its primary; ${reasonInLog}`],
  ["backups", `The last scheduled backup failed; ${reasonInLog}`],
  ["database", `The shared database does not answer, and changes are refused; ${reasonInLog}`],
]);

/** What a running server reports about itself. */
export function runningServerFacts(options: RunningServerOptions): ServerFacts {
  const { config, readiness, version, memoryBytes } = options;
  return {
    version,
    mode: config.mode,
    isServing: true,
    databases: () => databaseFiles(databaseDirectory(config)),
    memoryBytes,
    async readiness() {
      const { failed } = await readiness.check();
      return {
        isReady: failed.length === 0,
        problems: [
          ...failed.map((name) => `The check of ${name} fails; ${reasonInLog}`),
          ...readiness.degraded.map(
            (name) =>
              degradedWords.get(name) ??
              `The database of ${name} was damaged, and was replaced by a new one`,
          ),
        ],
      };
    },
  };
}
