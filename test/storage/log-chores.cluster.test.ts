import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { printMigrations } from "../../src/storage/postgres/database/migrate-postgres.ts";
import { openPostgres } from "../../src/storage/postgres/database/postgres-connection.ts";
import { renewEpoch, trimLog } from "../../src/storage/postgres/log-chores.ts";
import { gatehouseMigrations } from "../../src/storage/postgres/postgres-migrations.ts";
import { forgetNode, listNodes, reportNode } from "../../src/storage/postgres/postgres-nodes.ts";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { LogLostError } from "../../src/storage/shared-storage.ts";
import { failureOf } from "../contract/failure-of.ts";
import { plainState } from "../contract/plain-state.ts";
import { foundation } from "../contract/sample-entities.ts";
import { SharedPeer } from "../contract/shared-peer.ts";
import { database, isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";

/** What the log of a database holds. */
async function readLogFacts(client: SQL): Promise<unknown> {
  const [row] = await client<unknown[]>`
    select position::float8, epoch::text,
      position::float8 - coalesce((select min(position) - 1 from commits), position)::float8
        as "commitCount",
      (select committed_at::float8 from commits where commits.position = head.position)
        as "committedAt"
    from head where id = 1`;
  return row;
}

const clock = (seenAt: number) => [
  { kind: "clock.marked", mark: { seenAt, jumpedHours: 0 } } as const,
];

describe.skipIf(isPostgresMissing)("chores", () => {
  test("a role that owns nothing can serve what the printed SQL made", async () => {
    const server = await postgresServer();
    const name = new URL(await server.database()).pathname.slice(1);
    await using owner = new SQL(server.url(name, "postgres"), { max: 1 });
    const text = printMigrations([gatehouseMigrations]);
    const grants = Array.from(
      text.matchAll(/^-- {3}((?:grant usage|alter).*;)$/gm),
      ([, sql]) => sql,
    );
    expect(grants.length).toBeGreaterThan(2);
    await owner.unsafe("create role least login password 'secret'");
    await owner.unsafe(grants.join("\n").replaceAll(" gatehouse", " least"));
    await owner.unsafe(text);
    const url = server.url(name, "least");
    const peer = new SharedPeer(await openPostgresStorage({ url }, "test"));
    await peer.change(() => foundation);
    await peer.storage.probe("durable");
    expect(plainState((await peer.storage.load()).state)).toEqual(plainState(peer.state));
    await peer.storage.close();
  });

  test("the log keeps commits that are new, and so many of the old ones", async () => {
    const url = await database();
    const opened = await openPostgresStorage({ url }, "test");
    await using sql = new SQL(url, { max: 1 });
    expect(await readLogFacts(sql)).toMatchObject({
      position: 0,
      commitCount: 0,
      committedAt: null,
    });
    const peer = new SharedPeer(opened);
    for (let count = 0; count < 10; count++) {
      await peer.change(() => clock(count));
    }
    const rows = [
      [{ commitsMin: 3, ageMsMin: 60_000 }, 0],
      [{ commitsMin: 20, ageMsMin: 0 }, 0],
      [{ commitsMin: 3, ageMsMin: 0 }, 7],
      [{ commitsMin: 3, ageMsMin: 0 }, 0],
    ] as const;
    for (const [retention, trimmed] of rows) {
      // Times are those of the server, in milliseconds.
      await sql`update commits set committed_at = committed_at - 1`;
      expect({ retention, trimmed: await trimLog(sql, retention) }).toEqual({ retention, trimmed });
    }
    expect(await readLogFacts(sql)).toEqual({
      position: 10,
      epoch: opened.storage.markAt(10)?.epoch ?? "",
      commitCount: 3,
      committedAt: expect.any(Number),
    });
    expect(await peer.storage.commitsAfter(7)).toHaveLength(3);
    expect(await failureOf(peer.storage.commitsAfter(6))).toBeInstanceOf(LogLostError);
    await peer.change(() => clock(11));
    await peer.storage.close();
  });

  test("after a restore every process must load anew", async () => {
    const url = await database();
    const storages = [1, 2].map(() => openPostgresStorage({ url }, "test"));
    const [first, second] = (await Promise.all(storages)).map((each) => new SharedPeer(each));
    if (first === undefined || second === undefined) {
      throw new Error("No peer was opened");
    }
    await first.change(() => foundation);
    await second.catchUp();
    const mark = (await openPostgresStorage({ url }, "copy")).storage;
    const kept = mark.markAt(second.position);
    await mark.close();
    await using sql = new SQL(url, { max: 1 });
    const epoch = await renewEpoch(sql);
    expect(epoch).not.toBe(kept?.epoch);
    const lost = [
      first.storage.commitsAfter(first.position),
      second.storage.commit(second.batchOf(clock(1))),
    ];
    for (const failure of await Promise.all(lost.map(failureOf))) {
      expect(failure).toBeInstanceOf(LogLostError);
    }
    // A process that starts with a copy on disk learns it too.
    const { storage } = await openPostgresStorage({ url }, "copy");
    if (kept !== null) {
      storage.resumeAt(kept);
      expect(await failureOf(storage.commitsAfter(kept.position))).toBeInstanceOf(LogLostError);
      storage.resumeAt({ ...kept, epoch });
      expect(await storage.commitsAfter(kept.position)).toEqual([]);
    }
    await storage.close();
    const anew = new SharedPeer({ storage: first.storage, ...(await first.storage.load()) });
    await anew.change(() => clock(2));
    const other = await second.storage.load();
    expect(plainState(other.state)).toEqual(plainState(anew.state));
    await Promise.all([first.storage.close(), second.storage.close()]);
  });

  test("nodes say that they are alive, and are forgotten when they stop or are gone", async () => {
    const url = await database();
    await (await openPostgresStorage({ url }, "test")).storage.close();
    const connections = await openPostgres({ url });
    const week = 7 * 86_400_000;
    const node = (name: string, seenAt: number) => ({
      node: name,
      version: "1.0.0",
      format: 1,
      seenAt,
      position: 5,
    });
    expect(await reportNode(connections, node("b", week))).toBe(1);
    expect(await reportNode(connections, { ...node("a", week), format: 2 })).toBe(1);
    await reportNode(connections, { ...node("a", 2 * week), position: 6 });
    expect(await listNodes(connections)).toEqual([
      { ...node("a", 2 * week), position: 6 },
      node("b", week),
    ]);
    // The other one was not seen for long enough.
    expect(await reportNode(connections, node("c", 2 * week + 20_000))).toBe(1);
    expect((await listNodes(connections)).map((each) => each.node)).toEqual(["a", "c"]);
    await forgetNode(connections, "a");
    expect((await listNodes(connections)).map((each) => each.node)).toEqual(["c"]);
    await connections.close();
  });
});
