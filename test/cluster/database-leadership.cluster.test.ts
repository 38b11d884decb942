import { describe, expect, test } from "bun:test";
import { DatabaseLeadership } from "../../src/cluster/database-leadership.ts";
import { PostgresLeaseTable } from "../../src/storage/postgres/database/lease-table.ts";
import { migratePostgres } from "../../src/storage/postgres/database/migrate-postgres.ts";
import { PostgresConnections } from "../../src/storage/postgres/database/postgres-connection.ts";
import { gatehouseMigrations } from "../../src/storage/postgres/postgres-migrations.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";

async function migrated(): Promise<string> {
  const url = await database();
  const connections = new PostgresConnections({ url });
  await migratePostgres(connections, [gatehouseMigrations]);
  await connections.close();
  return url;
}

/** A process with work that begins, and with work whose first begins fail. */
class WatchedLeadership {
  readonly leadership: DatabaseLeadership;
  readonly happened: string[] = [];
  readonly #reported = Promise.withResolvers<void>();
  readonly #led = Promise.withResolvers<void>();

  constructor(url: string, failures: number) {
    const openTable = () => new PostgresLeaseTable(new PostgresConnections({ url, poolMax: 1 }));
    this.leadership = new DatabaseLeadership(openTable, (error) => {
      this.happened.push(`reported ${error instanceof Error ? error.message : String(error)}`);
      this.#reported.resolve();
    });
    this.leadership.lead({
      begin: () => this.happened.push("begun"),
      end: async () => void this.happened.push("ended"),
    });
    let left = failures;
    this.leadership.lead({
      begin: () => {
        if (left > 0) {
          left--;
          throw new Error("a mistake at the begin");
        }
        this.#led.resolve();
      },
      end: async () => undefined,
    });
    this.leadership.start();
  }

  /** Resolves when a failure was reported. */
  get reported(): Promise<void> {
    return this.#reported.promise;
  }

  /** Resolves when all work has begun. */
  get led(): Promise<void> {
    return this.#led.promise;
  }
}

describe.skipIf(isPostgresMissing)("work that cannot begin", () => {
  test("is reported, and begins when the process leads again", async () => {
    const watched = new WatchedLeadership(await migrated(), 1);
    await watched.led;
    const [first, second, ...rest] = watched.happened;
    expect([first, second, rest[0], rest.at(-1)]).toEqual([
      "begun",
      "reported a mistake at the begin",
      "ended",
      "begun",
    ]);
    expect(watched.leadership.isLeading).toBe(true);
    await watched.leadership.stop();
  });

  test("leaves the lease to another process", async () => {
    const url = await migrated();
    const failing = new WatchedLeadership(url, Number.POSITIVE_INFINITY);
    await failing.reported;
    const other = new WatchedLeadership(url, 0);
    await other.led;
    expect([failing.leadership.isLeading, other.leadership.isLeading]).toEqual([false, true]);
    await Promise.all([failing.leadership.stop(), other.leadership.stop()]);
  });
});
