import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const synchronize = promisify(fdatasync);

/**
 * The write-ahead log of a spool. What was committed survives a power failure once the log has been
 * synchronized, which another thread waits for: this one answers reads meanwhile.
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
