import { drizzle } from "drizzle-orm/bun-sqlite";
import { embedMigrations } from "../../../sqlite/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../../../sqlite/migrations.macro.ts";
import { openDatabase } from "../../../sqlite/sqlite-database.ts";

const migrations: readonly Migration[] = embedMigrations("telemetry");

/** SQLite's page cache: rows are read and written at random places of the file. */
const cacheKiB = 16 * 1024;

/** Opens telemetry.db. Throws a `StorageError` with a message of one line. */
export function openTelemetryDatabase(path: string) {
  const client = openDatabase({ path, synchronous: "NORMAL", migrations });
  client.run(`PRAGMA cache_size = -${cacheKiB}`);
  return { client, database: drizzle({ client }) };
}
