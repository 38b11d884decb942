import { drizzle } from "drizzle-orm/bun-sqlite";
import { embedMigrations } from "../../../sqlite/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../../../sqlite/migrations.macro.ts";
import { openDatabase } from "../../../sqlite/sqlite-database.ts";

const migrations: readonly Migration[] = embedMigrations("telemetry");

/** Counts are read and written all over the file; this much of it is kept in memory. */
const cacheKiB = 16 * 1024;

/** Opens telemetry.db. Throws a `StorageError` that says in one line what is wrong. */
export function openTelemetryDatabase(path: string) {
  const client = openDatabase({ path, synchronous: "NORMAL", migrations });
  client.run(`PRAGMA cache_size = -${cacheKiB}`);
  return { client, database: drizzle({ client }) };
}
