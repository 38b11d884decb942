import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { database, isPostgresMissing, PostgresServer } from "../../helpers/postgres-server.ts";
import {
  eventually,
  ReplicaClient,
  ReplicatedServers,
  spooledSubmissions,
} from "./replica-processes.ts";
import { submission, submit, totalOf } from "./replica-telemetry.ts";

const token = "a-token-of-production";

/** What no commit waits for, this process of PostgreSQL would write soon. */
async function suspendLogWriter(postgres: PostgresServer): Promise<void> {
  await using sql = new SQL(postgres.url("postgres", "postgres"), { max: 1 });
  const [row] = await sql<{ readonly pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'walwriter'`;
  process.kill(row?.pid ?? expect.unreachable(), "SIGSTOP");
}

describe.skipIf(isPostgresMissing)("a replica of servers that share a database", () => {
  test("follows one of them, goes on with another one, and its telemetry is counted once", async () => {
    using servers = new ReplicatedServers();
    const shared = { GATEHOUSE_DATABASE: await database(), GATEHOUSE_TOKEN: token };
    const first = await servers.startNode("first", shared);
    const port = Number(new URL(first.url).port);
    const second = await servers.startNode("second", shared);
    const [here, beside] = [first, second].map(({ url }) => new ReplicaClient(url, token));
    const value = (await servers.command(["replica", "create", "--name", "r"], shared)).trim();
    const replica = await servers.startReplica("replica", first.url, value);
    const there = new ReplicaClient(replica.url, token);
    expect(await there.enableActor("search", "User;1")).toBe(200);
    expect(await there.keys()).toEqual(["search"]);
    expect(await beside?.enableActor("beside", "User;1")).toBe(200);
    await eventually(async () => (await there.keys()).join() === "beside,search");
    expect(await (await there.send("/features")).text()).toBe(
      (await (await here?.send("/features"))?.text()) ?? "",
    );
    await servers.kill(first);
    const metric = { key: "search", time: Math.floor(Date.now() / 1_000), result: true, value: 7 };
    const body = JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] });
    const headers = { "content-type": "application/json" };
    expect((await there.send("/telemetry", { method: "POST", body, headers })).status).toBe(202);
    expect(await beside?.enableActor("later", "User;1")).toBe(200);
    await servers.startNode("third", shared, port);
    await eventually(async () => (await there.keys()).join() === "beside,later,search");
    await eventually(async () => (await spooledSubmissions(replica)) === 0);
    const summary = await beside?.send("/telemetry/summary?days=2&keys=search");
    expect(await summary?.text()).toContain('"summary":{"total":7,');
  }, 180_000);

  test("loses no telemetry when the database crashes, even if its commits are not synchronous", async () => {
    using servers = new ReplicatedServers();
    const postgres = await PostgresServer.start({ settings: { synchronous_commit: "off" } });
    const shared = { GATEHOUSE_DATABASE: await postgres.database(), GATEHOUSE_TOKEN: token };
    const node = await servers.startNode("node", shared);
    const here = new ReplicaClient(node.url, token);
    expect(await here.enableActor("search", "User;1")).toBe(200);
    const value = (await servers.command(["replica", "create", "--name", "r"], shared)).trim();
    const replica = await servers.startReplica("replica", node.url, value);
    const there = new ReplicaClient(replica.url, token);
    await suspendLogWriter(postgres);
    for (let index = 0; index < 5; index++) {
      expect((await submit(there, submission("search", 1))).status).toBe(202);
    }
    await eventually(async () => (await spooledSubmissions(replica)) === 0);
    await postgres.restartImmediately();
    await eventually(async () => (await totalOf(here, "search")) === 5);
  }, 180_000);
});
