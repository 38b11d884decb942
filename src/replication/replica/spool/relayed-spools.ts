import type { Database, Statement } from "bun:sqlite";

/** Above this number, the spools with the oldest last contact are deleted. */
const spoolsMax = 10_000;

/** The accepted part of the spools of this replica's own replicas. */
export class RelayedSpools {
  readonly #find: Statement<{ readonly sequence: number }, [string]>;
  readonly #save: Statement;
  readonly #deleteOldest: Statement;

  constructor(database: Database) {
    this.#find = database.prepare("SELECT sequence FROM relays WHERE spool = ?");
    this.#save = database.prepare(
      "INSERT OR REPLACE INTO relays (spool, sequence, seen_at) VALUES (?, ?, ?)",
    );
    this.#deleteOldest = database.prepare(
      `DELETE FROM relays WHERE spool IN (
        SELECT spool FROM relays ORDER BY seen_at DESC LIMIT -1 OFFSET ${spoolsMax})`,
    );
  }

  /** Undefined for an unknown spool. */
  through(spool: string): number | undefined {
    return this.#find.get(spool)?.sequence;
  }

  /** To be called in the transaction that stores the submissions. */
  advance(spool: string, through: number): void {
    const isNew = this.through(spool) === undefined;
    this.#save.run(spool, through, Date.now());
    if (isNew) {
      this.#deleteOldest.run();
    }
  }
}
