import type { Config } from "../config/config.ts";
import type { ServerFacts } from "../flipper-api/gatehouse/server-facts.ts";
import type { Readiness } from "../health/readiness.ts";
import { databaseFiles } from "../metrics/database-files.ts";

export interface RunningServerOptions {
  readonly config: Pick<Config, "mode" | "dataDirectory">;
  readonly readiness: Readiness;
  readonly version: string;
  readonly memoryBytes: () => number;
}

/** What a running server tells of itself. */
export function runningServerFacts(options: RunningServerOptions): ServerFacts {
  const { config, readiness, version, memoryBytes } = options;
  return {
    version,
    mode: config.mode,
    isServing: true,
    databases: () => databaseFiles(config.dataDirectory),
    memoryBytes,
    async readiness() {
      const { failed } = await readiness.check();
      return {
        isReady: failed.length === 0,
        problems: [
          ...failed.map(
            (name) => `The check of ${name} fails; the log of the server has the reason`,
          ),
          ...readiness.degraded.map((name) =>
            name === "origin"
              ? "The origin of this replica cannot be followed; the log of the server has the reason"
              : `The database of ${name} was damaged, and was replaced by a new one`,
          ),
        ],
      };
    },
  };
}
