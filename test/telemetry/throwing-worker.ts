import { TelemetryEngine } from "../../src/telemetry/worker/telemetry-engine.ts";

TelemetryEngine.prototype.commit = () => {
  throw new Error("a mistake in the worker");
};
await import("../../src/telemetry/worker/worker.ts");
