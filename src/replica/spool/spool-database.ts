import { Database } from "bun:sqlite";
import { createPrivateFile } from "../../sqlite/private-files.ts";
import { withStorageErrors } from "../../sqlite/storage-errors.ts";

export interface SpoolDatabase {
  readonly database: Database;
  readonly id: string;
  readonly count: number;
  readonly bytes: number;
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
        return made;
      })();
      const sizes = database
        .query<{ count: number; bytes: number }, []>(
          "SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS bytes FROM submissions",
        )
        .get();
      return { database, id, count: sizes?.count ?? 0, bytes: sizes?.bytes ?? 0 };
    } catch (error) {
      database.close(true);
      throw error;
    }
  });
}
