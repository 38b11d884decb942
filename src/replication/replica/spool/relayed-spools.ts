import type { Database, Statement } from "bun:sqlite";

/** With more, the spools that were not heard of for the longest time are deleted. */
const spoolsMax = 10_000;

/** How far the spools of the replicas of this replica were taken over. */
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

  /** To be called in the transaction that takes over the submissions. */
  advance(spool: string, through: number): void {
    const isNew = this.through(spool) === undefined;
    this.#save.run(spool, through, Date.now());
    if (isNew) {
      this.#deleteOldest.run();
    }
  }
}
