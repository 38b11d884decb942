import { isDatabaseUnreachable, type SharedDatabase } from "../cluster/shared-database.ts";
import type { Config } from "../config/config.ts";
import { describeError } from "../core/text/describe-error.ts";
import { Readiness } from "../http/health/readiness.ts";
import { databaseCheck, diskCheck, staleCheck } from "../http/health/readiness-checks.ts";
import type { Log } from "../http/log/log.ts";
import type { MeasuredStorage } from "../storage/measured-storage.ts";
import type { TelemetryCounters } from "../telemetry/telemetry-counters.ts";
import type { BackupFigures } from "./metrics/backup-metrics.ts";

export interface MonitoredTelemetry {
  readonly counters: TelemetryCounters;
  /** Rejects if its worker does not run, or while commits of submissions fail. */
  probe(): Promise<void>;
  /** Whether its database was damaged, and replaced by a new one. */
  readonly isReplaced: boolean;
}

export interface ServerReadinessOptions {
  readonly config: Pick<Config, "backups" | "dataDirectory" | "staleMsMax">;
  readonly log: Log;
  readonly storage: MeasuredStorage;
  /** Undefined for a data directory. */
  readonly database?: SharedDatabase | undefined;
  /** Undefined for a server without telemetry. */
  readonly telemetry: MonitoredTelemetry | undefined;
  /** The scheduled backups; undefined until they are scheduled. */
  readonly backups?: (() => BackupFigures | undefined) | undefined;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
}

const nsPerMs = 1_000_000;

/** The checks of a server; their changes are logged. */
export function serverReadiness(options: ServerReadinessOptions): Readiness {
  const { config, log, storage, database, telemetry, nanoseconds } = options;
  let isTelemetryUnreachable = false;
  const probeTelemetry = async (probed: MonitoredTelemetry) => {
    try {
      await probed.probe();
      isTelemetryUnreachable = false;
    } catch (error) {
      isTelemetryUnreachable = true;
      // All servers lose a shared database at the same time, so no load balancer could choose a
      // better one.
      if (database === undefined) {
        throw error;
      }
    }
  };
  return new Readiness({
    now: () => nanoseconds() / nsPerMs,
    checks: {
      database:
        database === undefined
          ? databaseCheck(storage)
          : staleCheck(() => database.facts()?.staleMs ?? 0, config.staleMsMax),
      ...(telemetry === undefined ? {} : { telemetry: () => probeTelemetry(telemetry) }),
      disk: diskCheck(config.dataDirectory),
      // A server without a backup still works, so it is degraded at most.
      ...(config.backups === undefined ? {} : { backups: async () => undefined }),
    },
    degraded: () => [
      ...(isDatabaseUnreachable(database) ? ["database"] : []),
      ...(options.backups?.()?.isFailing === true ? ["backups"] : []),
      ...(isTelemetryUnreachable || telemetry?.isReplaced === true ? ["telemetry"] : []),
    ],
    onChange: (check, reason) =>
      reason === null
        ? log.info("ready again", { check })
        : log.error("not ready", { check, reason: describeError(reason) }),
  });
}
