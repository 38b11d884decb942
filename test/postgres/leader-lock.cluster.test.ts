import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { LeaderLock } from "../../src/postgres/leader-lock.ts";
import { openPostgres, type PostgresConnections } from "../../src/postgres/postgres-connection.ts";
import { database, isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";

/** A lock that tells what happened to it. */
class WatchedLock {
  readonly lock: LeaderLock;
  readonly #changes: ("gained" | "lost")[] = [];
  readonly #waiting: (() => void)[] = [];
  client: SQL | undefined;

  constructor(connections: PostgresConnections) {
    this.lock = new LeaderLock(connections, {
      intervalMs: 20,
      onGained: (client) => {
        this.client = client;
        this.#tell("gained");
      },
      onLost: () => this.#tell("lost"),
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

  #tell(change: "gained" | "lost"): void {
    this.#changes.push(change);
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
  }
}

describe.skipIf(isPostgresMissing)("the lock of the leader", () => {
  test("is of one process at a time, and goes to another one when it ends", async () => {
    const url = await database();
    const connections = await openPostgres({ url });
    const first = new WatchedLock(connections);
    await first.until("gained");
    const second = new WatchedLock(connections);
    const [backend] = (await first.client?.unsafe("select pg_backend_pid() as pid")) ?? [];
    expect(second.changes).toEqual([]);
    const [alive] = (await first.client?.unsafe("show tcp_keepalives_idle")) ?? [];
    expect(alive).toEqual({ tcp_keepalives_idle: "5" });
    // Another process cannot have it, whatever it tries.
    await using other = new SQL(url, { max: 1 });
    const [tried] = await other`select pg_try_advisory_lock(4747003) as held`;
    expect(tried).toEqual({ held: false });
    await (await postgresServer()).administer(`select pg_terminate_backend(${backend.pid})`);
    await first.until("gained", "lost");
    await Promise.race([second.until("gained"), first.until("gained", "lost", "gained")]);
    expect([first.lock.isHeld, second.lock.isHeld].filter(Boolean)).toHaveLength(1);
    const [leader, waiting] = first.lock.isHeld ? [first, second] : [second, first];
    const next = [...waiting.changes, "gained"];
    await leader.lock.stop();
    expect(leader.changes.at(-1)).toBe("lost");
    await waiting.until(...next);
    await waiting.lock.stop();
    expect(waiting.lock.isHeld).toBe(false);
    await connections.close();
  });

  test("is not there for those who only have a pooler", async () => {
    const url = await database();
    const pooled = await openPostgres({ url, isPooled: true });
    expect(pooled.hasDirect).toBe(false);
    await pooled.close();
  });
});
