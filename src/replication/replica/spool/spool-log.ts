import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const synchronize = promisify(fdatasync);

/** Opens the log of a spool's database. */
export type OpenSpoolLog = (databasePath: string) => Pick<SpoolLog, "synchronize" | "close">;

/**
 * The write-ahead log of a spool. Commits survive a power failure once the log has been
 * synchronized. Another thread waits for that, while this one answers reads.
 */
export class SpoolLog {
  readonly #file: number;

  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-wal`, "r+");
  }

  synchronize(): Promise<void> {
    return synchronize(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
