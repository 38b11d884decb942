import { Database } from "bun:sqlite";
import { createPrivateFile } from "../../../storage/sqlite/database/private-files.ts";
import { withStorageErrors } from "../../../storage/sqlite/database/storage-errors.ts";
import type { OpenSpoolLog } from "./spool-log.ts";

/** The submissions that the process of one start has accepted, from their first sequence on. */
export interface SpoolRun {
  /** A UUID. The primary knows how far each run is counted. */
  readonly id: string;
  readonly first: number;
}

export interface SpoolDatabase {
  readonly database: Database;
  readonly log: ReturnType<OpenSpoolLog>;
  /** From the latest run, of this start, to the oldest one with submissions. */
  readonly runs: readonly SpoolRun[];
  readonly count: number;
  readonly bytes: number;
  /** The sequence of the latest submission; 0 without any. */
  readonly lastSequence: number;
}

/*
 * AUTOINCREMENT, as a run must not use a sequence twice: the primary counts each only once.
 */
const schema = [
  "CREATE TABLE IF NOT EXISTS spool (id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS runs (first INTEGER PRIMARY KEY, id TEXT NOT NULL)",
  `CREATE TABLE IF NOT EXISTS submissions (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    environment INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    body BLOB NOT NULL,
    minute INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE TABLE IF NOT EXISTS relays (
    spool TEXT PRIMARY KEY NOT NULL,
    sequence INTEGER NOT NULL,
    seen_at INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID`,
];

/** In pages of 4 KiB; SQLite waits for the disk on this thread when it moves them. */
const checkpointPages = 4_000;

/**
 * Opens a spool, or creates one. Each start has its own id: a directory restored from a snapshot
 * assigns sequences again that the primary has already counted. Throws a `StorageError`.
 */
export function openSpoolDatabase(path: string, openLog: OpenSpoolLog): SpoolDatabase {
  return withStorageErrors(path, () => {
    createPrivateFile(path);
    const database = new Database(path, { create: true, strict: true });
    try {
      database.run("PRAGMA journal_mode = WAL");
      database.run("PRAGMA synchronous = FULL");
      // Something is written at each start, so that the log and its name are on the disk.
      const runs = database.transaction(() => beginRun(database))();
      // From here on another thread synchronizes the log, see `SpoolLog`.
      database.run("PRAGMA synchronous = NORMAL");
      database.run(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
      const sizes = database
        .query<{ count: number; bytes: number; lastSequence: number }, []>(
          `SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS bytes,
            coalesce(max(sequence), 0) AS lastSequence FROM submissions`,
        )
        .get();
      const { count = 0, bytes = 0, lastSequence = 0 } = sizes ?? {};
      return { database, log: openLog(path), runs, count, bytes, lastSequence };
    } catch (error) {
      database.close(true);
      throw error;
    }
  });
}

/** Earlier versions stored no such number. */
function addNumber(database: Database, table: string, column: string): void {
  const columns = database.query<{ name: string }, []>(`PRAGMA table_info(${table})`).all();
  if (!columns.some(({ name }) => name === column)) {
    database.run(`ALTER TABLE ${table} ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`);
  }
}

/** Adds the run of this start, and removes runs without submissions. */
function beginRun(database: Database): readonly SpoolRun[] {
  for (const statement of schema) {
    database.run(statement);
  }
  addNumber(database, "relays", "seen_at");
  addNumber(database, "submissions", "minute");
  // Earlier versions had one id, in the table spool.
  database.run(
    "INSERT INTO runs SELECT 0, id FROM spool WHERE NOT EXISTS (SELECT 1 FROM runs) LIMIT 1",
  );
  const next = "1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'submissions'), 0)";
  database.query(`INSERT OR REPLACE INTO runs VALUES (${next}, ?)`).run(crypto.randomUUID());
  database.run(
    `DELETE FROM runs WHERE first < (SELECT max(first) FROM runs WHERE first <=
      coalesce((SELECT min(sequence) FROM submissions), ${next}))`,
  );
  return database.query<SpoolRun, []>("SELECT id, first FROM runs ORDER BY first DESC").all();
}
