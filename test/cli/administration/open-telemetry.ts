import { startTelemetry, type Telemetry } from "../../../src/telemetry/telemetry.ts";
import type { TelemetryOptions } from "../../../src/telemetry/telemetry-options.ts";
import { workerUrl } from "../../helpers/worker-entries.ts";
import { spawnOnSameThread } from "../../telemetry/same-thread-worker.ts";

/** Opens the telemetry of a directory, with its worker in this thread. */
export function openTelemetryOf(
  directory: string,
  options: Pick<TelemetryOptions, "state" | "onFault">,
): Promise<Telemetry> {
  return startTelemetry({
    ...options,
    workerUrl,
    spawn: spawnOnSameThread,
    directory,
    now: Date.now,
  });
}
