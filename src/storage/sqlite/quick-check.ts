import { Database } from "bun:sqlite";
import { StorageError } from "../storage.ts";

/**
 * A check takes about 2 ms for each MiB. Larger databases are checked after the start: they would
 * delay it by more than about 200 ms.
 */
export const checkedAtStartBytesMax = 64 * 1024 * 1024;

/** Reads the whole database. Throws if its structure is damaged. */
export function checkStructure(database: Database): void {
  const [first] = database.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all();
  if (first?.quick_check !== "ok") {
    throw new StorageError("the database is damaged");
  }
}

/** The damage of a database, which may be in use; null if there is none. */
export function damageOf(path: string): string | null {
  try {
    using database = new Database(path, { readonly: true });
    checkStructure(database);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
