import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { LeaderLease } from "../../../../src/storage/postgres/database/leader-lease.ts";
import { PostgresLeaseTable } from "../../../../src/storage/postgres/database/lease-table.ts";
import { migratePostgres } from "../../../../src/storage/postgres/database/migrate-postgres.ts";
import { PostgresConnections } from "../../../../src/storage/postgres/database/postgres-connection.ts";
import { gatehouseMigrations } from "../../../../src/storage/postgres/postgres-migrations.ts";
import { DatabaseProxy } from "../../../helpers/database-proxy.ts";
import { database, isPostgresMissing, postgresServer } from "../../../helpers/postgres-server.ts";

const leaseMs = 1_000;

/** A lease that records what happened to it. */
class WatchedLease {
  readonly lease: LeaderLease;
  readonly failures: unknown[] = [];
  readonly #changes: ("gained" | "lost")[] = [];
  readonly #onChange: (change: string) => void;
  readonly #waiting: (() => void)[] = [];

  constructor(url: string, onChange: (change: string) => void = () => undefined) {
    this.#onChange = onChange;
    const connections = new PostgresConnections({ url, poolMax: 1 });
    this.lease = new LeaderLease(new PostgresLeaseTable(connections), {
      leaseMs,
      onGained: () => this.#add("gained"),
      onLost: () => this.#add("lost"),
      onFailure: (error) => this.failures.push(error),
    });
  }

  get changes(): readonly string[] {
    return this.#changes;
  }

  async until(...changes: readonly string[]): Promise<void> {
    while (this.#changes.join() !== changes.join()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #add(change: "gained" | "lost"): void {
    this.#changes.push(change);
    this.#onChange(change);
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
  }
}

async function migrated(): Promise<string> {
  const url = await database();
  const connections = new PostgresConnections({ url });
  await migratePostgres(connections, [gatehouseMigrations]);
  await connections.close();
  return url;
}

describe.skipIf(isPostgresMissing)("the lease of the leader", () => {
  test("is of one process at a time, and goes to another one when it is released", async () => {
    const url = await migrated();
    const first = new WatchedLease(url);
    await first.until("gained");
    const second = new WatchedLease(url);
    await Bun.sleep(2 * leaseMs);
    expect([first.changes, second.changes]).toEqual([["gained"], []]);
    await first.lease.stop();
    expect([first.changes, first.lease.isHeld]).toEqual([["gained", "lost"], false]);
    await second.until("gained");
    await second.lease.stop();
    expect([first.failures, second.failures]).toEqual([[], []]);
  });

  test("ends where the database is not reached any more, and then goes to another process", async () => {
    const url = await migrated();
    using proxy = await DatabaseProxy.start(await postgresServer());
    const cutOff = new WatchedLease(proxy.urlOf(url));
    await cutOff.until("gained");
    const other = new WatchedLease(url);
    proxy.losesQuestions = true;
    proxy.losesAnswers = true;
    await cutOff.until("gained", "lost");
    expect(cutOff.lease.isHeld).toBe(false);
    await other.until("gained");
    proxy.losesQuestions = false;
    proxy.losesAnswers = false;
    proxy.cut();
    await Bun.sleep(leaseMs);
    expect([cutOff.changes, other.changes]).toEqual([["gained", "lost"], ["gained"]]);
    await Promise.all([cutOff.lease.stop(), other.lease.stop()]);
  });

  test("ends for its holder when an event loop stood still, before anything else runs there", async () => {
    const url = await migrated();
    const stuck = new WatchedLease(url);
    await stuck.until("gained");
    const other = new WatchedLease(url);
    const seen: boolean[] = [];
    setTimeout(() => seen.push(stuck.lease.isHeld), 1);
    Bun.sleepSync(leaseMs + 100);
    expect(stuck.lease.isHeld).toBe(false);
    await Bun.sleep(2);
    expect(seen).toEqual([false]);
    await Promise.race([other.until("gained"), stuck.until("gained", "lost", "gained")]);
    expect([stuck.lease.isHeld, other.lease.isHeld].filter(Boolean)).toHaveLength(1);
    await Promise.all([stuck.lease.stop(), other.lease.stop()]);
  });

  for (const [fault, statement] of [
    [
      "was set far ahead, as by a clock that was set back since",
      "update leader set ends_at = now() + interval '1 day'",
    ],
    ["was deleted", "delete from leader"],
  ] as const) {
    test(`goes to another process where its row ${fault}, after its holder has lost it`, async () => {
      const url = await migrated();
      using proxy = await DatabaseProxy.start(await postgresServer());
      const order: string[] = [];
      const cutOff = new WatchedLease(proxy.urlOf(url), (change) => order.push(`first ${change}`));
      await cutOff.until("gained");
      proxy.losesQuestions = true;
      await using sql = new SQL(url, { max: 1 });
      await sql.unsafe(statement);
      const other = new WatchedLease(url, (change) => order.push(`second ${change}`));
      await other.until("gained");
      expect(order).toEqual(["first gained", "first lost", "second gained"]);
      await Promise.all([cutOff.lease.stop(), other.lease.stop()]);
    });
  }

  test("does not depend on the advisory lock of other programs and of versions before", async () => {
    const url = await migrated();
    await using sql = new SQL(url, { max: 1 });
    await sql`select pg_advisory_lock(4747003)`;
    const lease = new WatchedLease(url);
    await lease.until("gained");
    await lease.lease.stop();
  });

  test("is not held where its table is missing, which is reported once", async () => {
    const lease = new WatchedLease(await database());
    while (lease.failures.length === 0) {
      await Bun.sleep(10);
    }
    await Bun.sleep(leaseMs / 2);
    expect([lease.failures.length, lease.lease.isHeld]).toEqual([1, false]);
    await lease.lease.stop();
  });
});
