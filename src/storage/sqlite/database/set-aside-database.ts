import { existsSync, renameSync, statSync } from "node:fs";
import { basename } from "node:path";

/** The database comes last: without it, a start in between would drop its write-ahead log. */
const suffixes = ["-wal", "-shm", ""] as const;

/**
 * Renames a damaged database, with its write-ahead log and the index of the log, so that they stay
 * together and another database can replace it. Returns the new name of its file.
 */
export function setAsideDatabase(path: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replaceAll(":", "-");
  let renamed = `${path}.damaged-${time}`;
  for (let number = 2; existsSync(renamed); number++) {
    renamed = `${path}.damaged-${time}-${number}`;
  }
  for (const suffix of suffixes) {
    if (existsSync(path + suffix)) {
      renameSync(path + suffix, renamed + suffix);
    }
  }
  return basename(renamed);
}

/** The size of a database with its write-ahead log; 0 if there is none, or if it is in memory. */
export function databaseBytes(path: string): number {
  if (path === ":memory:") {
    return 0;
  }
  const sizes = ["", "-wal"].map((suffix) => statSync(path + suffix, { throwIfNoEntry: false }));
  return sizes.reduce((sum, stats) => sum + (stats?.size ?? 0), 0);
}
