import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../audits/audit.ts";
import type { Change } from "../state/change.ts";
import { explained } from "./explained.ts";
import { embedMigrations } from "./migrations.macro.ts" with { type: "macro" };
import type { Migration } from "./migrations.macro.ts";
import { prepareAuditReads } from "./sqlite-audit-reads.ts";
import { type DirectoryLock, lockDirectory, openDatabase } from "./sqlite-database.ts";
import { loadState } from "./sqlite-load.ts";
import { prepareWrites } from "./sqlite-writes.ts";
import { type AuditQuery, type OpenedStorage, type Storage, StorageError } from "./storage.ts";

const migrations: readonly Migration[] = embedMigrations("gatehouse");

/** Opens the storage of a data directory and locks it, or one in memory for ":memory:". */
export function openSqliteStorage(directory: string): OpenedStorage {
  const isInMemory = directory === ":memory:";
  const lock: DirectoryLock = isInMemory ? { release: () => undefined } : lockDirectory(directory);
  try {
    const path = isInMemory ? ":memory:" : join(directory, "gatehouse.db");
    const client = openDatabase({ path, synchronous: "FULL", migrations });
    return explained(path, () => load(client, lock), "the database is damaged: ");
  } catch (error) {
    lock.release();
    throw error;
  }
}

function load(client: Database, lock: DirectoryLock): OpenedStorage {
  try {
    const database = drizzle({ client });
    return { storage: new SqliteStorage(client, database, lock), state: loadState(database) };
  } catch (error) {
    client.close(true);
    throw error;
  }
}

class SqliteStorage implements Storage {
  readonly #client: Database;
  readonly #database: BunSQLiteDatabase;
  readonly #write: (change: Change) => void;
  readonly #readAudits: (query: AuditQuery) => readonly RecordedAudit[];
  readonly #lock: DirectoryLock;

  constructor(client: Database, database: BunSQLiteDatabase, lock: DirectoryLock) {
    this.#client = client;
    this.#database = database;
    this.#write = prepareWrites(database);
    this.#readAudits = prepareAuditReads(database);
    this.#lock = lock;
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
    try {
      this.#client.close(true);
    } finally {
      this.#lock.release();
    }
  }
}
