import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../audits/audit.ts";
import type { Change } from "../state/change.ts";
import { embedMigrations } from "./migrations.macro.ts" with { type: "macro" };
import type { Migration } from "./migrations.macro.ts";
import { prepareAuditReads } from "./sqlite-audit-reads.ts";
import { lockDirectory, openDatabase } from "./sqlite-database.ts";
import { loadState } from "./sqlite-load.ts";
import { prepareWrites } from "./sqlite-writes.ts";
import { type AuditQuery, type OpenedStorage, type Storage, StorageError } from "./storage.ts";

const migrations: readonly Migration[] = embedMigrations("gatehouse");

/** Opens the storage of a data directory and locks it, or one in memory for ":memory:". */
export function openSqliteStorage(directory: string): OpenedStorage {
  const isInMemory = directory === ":memory:";
  const lock = isInMemory ? { release: () => undefined } : lockDirectory(directory);
  try {
    const path = isInMemory ? ":memory:" : join(directory, "gatehouse.db");
    const client = openDatabase({ path, synchronous: "FULL", migrations });
    const database = drizzle({ client });
    return {
      storage: new SqliteStorage(client, database, () => lock.release()),
      state: loadState(database),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

class SqliteStorage implements Storage {
  readonly #client: Database;
  readonly #database: BunSQLiteDatabase;
  readonly #write: (change: Change) => void;
  readonly #readAudits: (query: AuditQuery) => readonly RecordedAudit[];
  readonly #release: () => void;

  constructor(client: Database, database: BunSQLiteDatabase, release: () => void) {
    this.#client = client;
    this.#database = database;
    this.#write = prepareWrites(database);
    this.#readAudits = prepareAuditReads(database);
    this.#release = release;
  }

  async commit(changes: readonly Change[]): Promise<void> {
    try {
      this.#database.transaction(() => changes.forEach(this.#write), { behavior: "immediate" });
    } catch (error) {
      throw new StorageError("The changes could not be stored", { cause: error });
    }
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#readAudits(query);
  }

  async close(): Promise<void> {
    this.#client.close(true);
    this.#release();
  }
}
