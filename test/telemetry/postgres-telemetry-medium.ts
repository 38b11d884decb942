import {
  defaultWorkerSettings,
  type WorkerSettings,
} from "../../src/telemetry/messages/worker-settings.ts";
import type { TelemetryMedium } from "../contract/telemetry-store-contract.ts";
import { database } from "../helpers/postgres-server.ts";

export function postgresSettings(url: string, isPooled = false): WorkerSettings {
  return { ...defaultWorkerSettings, database: { url, isPooled, poolMax: 6 } };
}

/** A new database of the tests' server; it goes with the server. */
export async function postgresMedium(): Promise<TelemetryMedium> {
  return mediumOf(await database());
}

export function mediumOf(url: string, isPooled = false): TelemetryMedium {
  return {
    telemetry: { worker: postgresSettings(url, isPooled) },
    async [Symbol.asyncDispose]() {
      // Nothing is left open.
    },
  };
}
