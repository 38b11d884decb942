import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lazily } from "../../core/memo/lazily.ts";
import { embedMigrations } from "../migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../migrations.macro.ts";
import { StorageError } from "../storage.ts";
import { isMigrated } from "./database/migrate.ts";
import { databaseBytes } from "./database/set-aside-database.ts";
import { type DatabaseOptions, openDatabase } from "./database/sqlite-database.ts";
import { withStorageErrors } from "./database/storage-errors.ts";
import { checkedAtStartBytesMax, checkStructure } from "./quick-check.ts";

const migrations: readonly Migration[] = embedMigrations("gatehouse");

interface OpeningOptions extends Pick<DatabaseOptions, "onMigration"> {
  /** Whether the caller checks the structure of a database that needs no migration. */
  readonly isCheckedLater?: boolean;
}

/** Opens gatehouse.db of a data directory, and migrates it. Throws a `StorageError`. */
export function openGatehouseDatabase(
  directory: string,
  { isCheckedLater = false, ...options }: OpeningOptions,
): Database {
  const path = gatehousePath(directory);
  if (!existsSync(path)) {
    withStorageErrors(path, () => refuseNextToTelemetry(directory));
  }
  return openDatabase({
    path,
    synchronous: "FULL",
    migrations,
    ...options,
    check(database) {
      const isDue = !(isCheckedLater && isMigrated(database, migrations));
      if (isDue && databaseBytes(path) <= checkedAtStartBytesMax) {
        checkStructure(database);
      }
      if (!holdsRows(database, "organizations")) {
        refuseNextToTelemetry(directory);
      }
    },
  });
}

const inMemory = { path: ":memory:", synchronous: "FULL", migrations } as const;

/** An empty database with all tables: to copy it is faster than to run all migrations. */
const emptyDatabase = lazily(() => {
  using database = openDatabase(inMemory);
  return database.serialize();
});

/** Opens gatehouse.db in memory. */
export function openGatehouseDatabaseInMemory(): Database {
  return openDatabase({ ...inMemory, content: emptyDatabase.get() });
}

/** Opens another connection for writing to a database that this process has opened and migrated. */
export function openCommitConnection(path: string): Database {
  return openDatabase({ path, synchronous: "FULL", migrations });
}

/** Lets a connection only read. It does not wait for locks, as its thread serves requests. */
export function letOnlyRead(database: Database): void {
  database.run("PRAGMA busy_timeout = 0");
  database.run("PRAGMA query_only = ON");
}

export function gatehousePath(directory: string): string {
  return join(directory, "gatehouse.db");
}

/**
 * Throws a `StorageError` if the directory has telemetry, for an empty or missing gatehouse.db: the
 * data was lost. An empty server would also delete the telemetry of environments that it does not
 * know.
 */
function refuseNextToTelemetry(directory: string): void {
  const path = join(directory, "telemetry.db");
  if (existsSync(path) && hasTelemetry(path)) {
    throw new StorageError(
      "the database is empty, but telemetry.db next to it has data; restore a backup, or remove telemetry.db to start with an empty server",
    );
  }
}

function hasTelemetry(path: string): boolean {
  try {
    // A read-only connection could not read the write-ahead log of a process that was killed.
    using database = new Database(path, { create: false, readwrite: true });
    return holdsRows(database, "keys");
  } catch {
    return false;
  }
}

function holdsRows(database: Database, table: "organizations" | "keys"): boolean {
  const isTable = database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return isTable.get(table) !== null && database.query(`SELECT 1 FROM ${table}`).get() !== null;
}
