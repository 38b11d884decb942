import { beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { argvWithClock as argv, Clocks } from "../helpers/clocks.ts";
import { isPostgresMissing, PostgresServer, postgresServer } from "../helpers/postgres-server.ts";
import {
  enable,
  eventually,
  everyNode,
  isFound,
  metricOf,
  newToken,
  shell,
  tryToEnable,
} from "./asked-nodes.ts";
import { ClusterLoad } from "./cluster-load.ts";
import { TestedCluster, TestedNode } from "./cluster-nodes.ts";

const hourMs = 3_600_000;
/** More than a day, which is how far times of telemetry may be ahead. */
const offMs = 25 * hourMs;
/** Far less than a clock is wrong here, and more than a test takes. */
const closeMs = hourMs;
const aheadMetric = "gatehouse_cluster_clock_ahead_seconds";

async function untilAhead(node: TestedNode, ms: number): Promise<void> {
  await eventually(
    async () => Math.abs((await metricOf(node, aheadMetric)) * 1_000 - ms) < closeMs,
  );
}

async function revisionOf(node: TestedNode): Promise<number> {
  const answer = await node.send("/features");
  return Number(answer?.headers.get("flipper-sync-version"));
}

/** How far the times of all audits are from the time of the test, and whether they are in order. */
async function expectAuditsOfNow(url: string): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  const rows: { created_at: string }[] = await sql`
    select created_at from audits where environment_id = 1 order by sequence`;
  const times = rows.map(({ created_at }) => Number(created_at));
  expect(times.length).toBeGreaterThan(0);
  expect(times.filter((time) => Math.abs(time - Date.now()) > closeMs)).toEqual([]);
  const slackMs = 1_000;
  expect(times.filter((time, index) => time < (times[index - 1] ?? 0) - slackMs)).toEqual([]);
}

describe.skipIf(isPostgresMissing)("servers whose clocks are more than a day off", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  test("lose nothing, count everything, and date by the database", async () => {
    using clocks = new Clocks();
    clocks.set("north", offMs);
    clocks.set("south", -offMs);
    const { variables } = clocks;
    await using cluster = await TestedCluster.start(postgres, { argv, variables });
    const [north, south, west] = [cluster.node(0), cluster.node(1), cluster.node(2)];
    await untilAhead(north, offMs);
    await untilAhead(south, -offMs);
    await untilAhead(west, 0);
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    // The clocks jump in running servers.
    clocks.set("north", -offMs);
    clocks.set("west", offMs);
    clocks.set("south", 0);
    await untilAhead(west, offMs);
    await untilAhead(south, 0);
    await load.progress();
    await load.expectWhole();
    expect(load.refusedWhileServing).toBe(0);
    await expectAuditsOfNow(cluster.url);
    let revision = 0;
    for (const [index, node] of [north, south, west, south, north].entries()) {
      await enable(node, `key-${index}`);
      const next = await revisionOf(node);
      expect(next).toBeGreaterThan(revision);
      expect(Math.abs(next / 1_000 - Date.now())).toBeLessThan(closeMs);
      revision = next;
    }
    await using sql = new SQL(cluster.url, { max: 1 });
    const nodes: { node: string; seen_at: string }[] = await sql`select node, seen_at from nodes`;
    expect(nodes).toHaveLength(3);
    expect(nodes.filter(({ seen_at }) => Date.now() - Number(seen_at) > closeMs)).toEqual([]);
    const seconds = offMs / 1_000;
    expect(await north.stop()).toContain(`machine's clock is ${seconds} s ahead of the database's`);
    expect(await south.stop()).toContain(`machine's clock is ${seconds} s behind the database's`);
  }, 180_000);

  test("refuse tokens when these expire by the database", async () => {
    const url = await postgres.database();
    const lasting = await newToken(url, "--expires", "2h");
    const short = await newToken(url, "--expires", "2h");
    await using sql = new SQL(url, { max: 1 });
    const endsMs = 4_000;
    await sql`update tokens set expires_at = ${Date.now() + endsMs} where id = ${short.id}`;
    using clocks = new Clocks();
    clocks.set("north", offMs);
    clocks.set("south", -offMs);
    const options = { postgres, url, argv, variables: clocks.variables };
    await using north = await TestedNode.start({ ...options, name: "north" });
    await using south = await TestedNode.start({ ...options, name: "south" });
    const nodes = [north, south];
    await everyNode(nodes, "/features", isFound, lasting.value);
    await everyNode(nodes, "/features", (status) => status === 401, short.value);
    await everyNode(nodes, "/features", isFound, lasting.value);
  }, 180_000);

  test.each([offMs, -offMs])(
    "that lead remove what is old by the database: %d ms",
    async (ms) => {
      const url = await postgres.database();
      await shell(url, "feature", "create", "one");
      await using sql = new SQL(url, { max: 1 });
      await sql`update audits set created_at = created_at - ${30 * hourMs}`;
      await shell(url, "feature", "create", "two");
      await sql`update audits set created_at = created_at - ${12 * hourMs}`;
      await shell(url, "feature", "create", "three");
      await sql`insert into clock_mark (id, seen_at, jumped_hours)
      values (1, ${Date.now() + offMs}, 0)`;
      const keys = async () => {
        const rows: { key: string }[] = await sql`
        select feature_key as key from audits order by sequence`;
        return [...new Set(rows.map(({ key }) => key))];
      };
      expect(await keys()).toEqual(["one", "two", "three"]);
      using clocks = new Clocks();
      clocks.set("alone", ms);
      const { variables } = clocks;
      await using node = await TestedNode.start({ postgres, url, name: "alone", argv, variables });
      await untilAhead(node, ms);
      await eventually(async () => (await metricOf(node, "gatehouse_cluster_leading")) === 1);
      await shell(url, "limits", "set", "self_hosted", "--audit-retention", "1d");
      await eventually(async () => (await keys()).length < 3);
      await enable(node, "four");
      expect(await keys()).toEqual(["two", "three", "four"]);
    },
    180_000,
  );

  test("date by the database what waited for it since they started from a copy", async () => {
    const own = await PostgresServer.start();
    using clocks = new Clocks();
    const url = await own.database();
    const name = "alone";
    // Past the proxy, which accepts connections while the database is away.
    const variables = { ...clocks.variables, GATEHOUSE_DATABASE: url };
    await using node = await TestedNode.start({ postgres: own, url, name, argv, variables });
    await enable(node, "before");
    await node.stop();
    await own.stop();
    clocks.set(name, offMs);
    await node.start();
    await everyNode([node], "/features/before", isFound);
    const waiting = tryToEnable(node, "later");
    await own.start();
    expect((await waiting)?.status).toBe(200);
    await expectAuditsOfNow(url);
    await own.stop();
  }, 180_000);
});
