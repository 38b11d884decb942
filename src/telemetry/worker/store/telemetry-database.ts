import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { embedMigrations } from "../../../storage/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../../../storage/migrations.macro.ts";
import { openDatabase } from "../../../storage/sqlite/database/sqlite-database.ts";
import { defaultWorkerSettings, type WorkerSettings } from "../../messages/worker-settings.ts";

const migrations: readonly Migration[] = embedMigrations("telemetry");

/** SQLite's page cache: rows are read and written at random positions of the file. */
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
  // The disk may lack commits of a killed process. A checkpoint synchronizes them, so that
  // everything readable here survives a power cut.
  client.run("PRAGMA wal_checkpoint(PASSIVE)");
  return {
    client,
    database: drizzle({ client }),
    setPatience: patience(client, lockWaitMs),
    durably: durably(client),
  };
}

/**
 * Returns a function that runs a transaction and waits for the disk: this transaction, and all
 * earlier commits, survive a power cut. If the disk fails, nothing of it is committed.
 */
function durably(client: Database): <Result>(transaction: () => Result) => Result {
  return (transaction) => {
    client.run("PRAGMA synchronous = FULL");
    try {
      return transaction();
    } finally {
      client.run("PRAGMA synchronous = NORMAL");
    }
  };
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
