import { Database } from "bun:sqlite";
import { createPrivateFile } from "../../sqlite/private-files.ts";
import { withStorageErrors } from "../../sqlite/storage-errors.ts";
import { SpoolLog } from "./spool-log.ts";

export interface SpoolDatabase {
  readonly database: Database;
  readonly log: SpoolLog;
  readonly id: string;
  readonly count: number;
  readonly bytes: number;
  /** Of the newest submission; 0 without any. */
  readonly lastSequence: number;
}

/*
 * AUTOINCREMENT, as a sequence must not be used twice: the origin counts none that it has counted.
 */
const schema = [
  "CREATE TABLE IF NOT EXISTS spool (id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS submissions (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    environment INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    body BLOB NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS relays (
    spool TEXT PRIMARY KEY NOT NULL,
    sequence INTEGER NOT NULL
  ) WITHOUT ROWID`,
];

/** In pages of 4 KiB; SQLite waits for the disk on this thread when it moves them. */
const checkpointPages = 4_000;

/** Opens a spool, or makes one with an id of its own. Throws a `StorageError`. */
export function openSpoolDatabase(path: string): SpoolDatabase {
  return withStorageErrors(path, () => {
    createPrivateFile(path);
    const database = new Database(path, { create: true, strict: true });
    try {
      database.run("PRAGMA journal_mode = WAL");
      database.run("PRAGMA synchronous = FULL");
      const id = database.transaction(() => {
        for (const statement of schema) {
          database.run(statement);
        }
        const known = database.query<{ id: string }, []>("SELECT id FROM spool").get()?.id;
        const made = known ?? crypto.randomUUID();
        database.query("INSERT OR IGNORE INTO spool VALUES (?)").run(made);
        // Something is written at each start, so that the log and its name are on the disk.
        database.query("UPDATE spool SET id = id").run();
        return made;
      })();
      // From here on the log is synchronized by another thread, see `SpoolLog`.
      database.run("PRAGMA synchronous = NORMAL");
      database.run(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
      const sizes = database
        .query<{ count: number; bytes: number; lastSequence: number }, []>(
          `SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS bytes,
            coalesce(max(sequence), 0) AS lastSequence FROM submissions`,
        )
        .get();
      const { count = 0, bytes = 0, lastSequence = 0 } = sizes ?? {};
      return { database, log: new SpoolLog(path), id, count, bytes, lastSequence };
    } catch (error) {
      database.close(true);
      throw error;
    }
  });
}
