import type { Registry } from "prom-client";
import { registerMetric } from "./register-metric.ts";

/** The state of a server's scheduled backups. */
export interface BackupFigures {
  /** Whether the last one failed. */
  readonly isFailing: boolean;
}

/** `figures` returns undefined before the schedule runs. */
export function registerBackups(
  registry: Registry,
  figures: () => BackupFigures | undefined,
): void {
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_backup_failing",
    help: "1 if the last scheduled backup failed, otherwise 0.",
    samples: () => [[{}, figures()?.isFailing === true ? 1 : 0]],
  });
}
