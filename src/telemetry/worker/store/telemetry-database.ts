import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { openDatabase } from "../../../sqlite/sqlite-database.ts";
import { embedMigrations } from "../../../storage/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../../../storage/migrations.macro.ts";
import { defaultWorkerSettings, type WorkerSettings } from "../../messages/worker-settings.ts";

const migrations: readonly Migration[] = embedMigrations("telemetry");

/** SQLite's page cache: rows are read and written at random places of the file. */
const cacheKiB = 16 * 1024;

export type TelemetryDatabase = ReturnType<typeof openTelemetryDatabase>;

/** Opens telemetry.db. Throws a `StorageError` with a message of one line. */
export function openTelemetryDatabase(
  path: string,
  { lockWaitMs }: Pick<WorkerSettings, "lockWaitMs"> = defaultWorkerSettings,
) {
  const client = openDatabase({
    path,
    synchronous: "NORMAL",
    migrations,
    busyTimeoutMs: lockWaitMs,
  });
  client.run(`PRAGMA cache_size = -${cacheKiB}`);
  return { client, database: drizzle({ client }), setPatience: patience(client, lockWaitMs) };
}

/** Returns a function that sets whether work waits for another program's lock, or fails at once. */
function patience(client: Database, lockWaitMs: number): (isPatient: boolean) => void {
  let current = true;
  return (isPatient) => {
    if (isPatient !== current) {
      current = isPatient;
      client.run(`PRAGMA busy_timeout = ${isPatient ? lockWaitMs : 0}`);
    }
  };
}
