import type { TestsOfThreats } from "./webhook-threats.ts";

/** The threats of the worker of telemetry. */
export const telemetryThreats: TestsOfThreats = {
  "worker panic kills server": [
    [
      "telemetry/worker-link.test.ts",
      "is replaced by one that receives everything committed meanwhile",
    ],
    [
      "telemetry/failing-worker.test.ts",
      "in adding up refuses that submission alone, and counts nothing of it",
      "in a summary is 500 and reported, and the next summary is answered",
      "in housekeeping is reported, and the next run is complete",
      "that ends the worker's thread is 503 and reported, and a new worker is started",
    ],
    [
      "telemetry/worker-kills.long.test.ts",
      "workers killed at any moment lose no accepted submission",
    ],
    [
      "app/writer/writer.test.ts",
      "an error in a listener is reported, and all commands are answered",
    ],
  ],
};
