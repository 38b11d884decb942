import { beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { canMount, SmallDisk } from "../faults/small-disk.ts";
import { isPostgresMissing, PostgresServer, postgresServer } from "../helpers/postgres-server.ts";
import { enable, eventually, everyNode, isFound, isMissing, tryToEnable } from "./asked-nodes.ts";
import { ClusterLoad } from "./cluster-load.ts";
import { TestedCluster, type TestedNode } from "./cluster-nodes.ts";

/** So that tests do not wait for the refusal of changes. */
const variables = { GATEHOUSE_WRITE_WAIT_MS: "500" };

async function expectServing(node: TestedNode, found: string): Promise<void> {
  for (const path of [`/features/${found}`, "/audits"]) {
    expect([path, (await node.send(path))?.status]).toEqual([path, 200]);
  }
  const ready = await fetch(`${node.server?.url}/readyz`);
  expect(ready.status).toBe(200);
}

async function readyText(node: TestedNode): Promise<string> {
  return (await fetch(`${node.server?.url}/readyz`)).text();
}

describe.skipIf(isPostgresMissing)("servers on one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  test("refuse changes that a statement_timeout ends, and go on without it", async () => {
    await using cluster = await TestedCluster.start(postgres, { variables });
    await enable(cluster.node(0), "before");
    await everyNode(cluster.nodes, "/features/before", isFound);
    const name = new URL(cluster.url).pathname.slice(1);
    await postgres.administer(
      `alter database ${name} set statement_timeout = 100`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await using slow = new SQL(cluster.url, { max: 1 });
    await slow.unsafe("begin; select 1 from head for update");
    for (const node of cluster.nodes) {
      expect((await tryToEnable(node, "refused"))?.status).toBe(503);
      await expectServing(node, "before");
    }
    await slow.unsafe("rollback");
    await postgres.administer(`alter database ${name} set statement_timeout = 10000`);
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    await load.expectWhole();
    expect(await cluster.node(0).stop()).toContain("statement_timeout ended the statement");
  }, 180_000);

  test("end well while the database does not answer", async () => {
    await using cluster = await TestedCluster.start(postgres, { variables });
    await enable(cluster.node(0), "before");
    for (const { proxy } of cluster.nodes) {
      proxy.losesQuestions = true;
      proxy.losesAnswers = true;
    }
    const refused = await Promise.all(cluster.nodes.map((node) => tryToEnable(node, "refused")));
    expect(refused.map((answer) => answer?.status)).toEqual([503, 503, 503]);
    for (const node of cluster.nodes) {
      await eventually(async () => (await readyText(node)).includes('"database":"degraded"'));
    }
    const logs = await Promise.all(cluster.nodes.map((node) => node.stop()));
    expect(logs.filter((log) => log.includes("not closed"))).toEqual([]);
  }, 180_000);

  test("load what is left when the database is an older one without a word", async () => {
    await using cluster = await TestedCluster.start(postgres);
    const { nodes, url } = cluster;
    await enable(cluster.node(0), "older");
    const file = await postgres.dump(url);
    await enable(cluster.node(1), "newer");
    await everyNode(nodes, "/features/newer", isFound);
    await postgres.restore(url, file);
    await everyNode(nodes, "/features/newer", isMissing);
    await everyNode(nodes, "/features/older", isFound);
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    await load.expectWhole();
  }, 180_000);

  // Only root may mount the small disk.
  test.skipIf(!canMount)(
    "refuse changes while the database's disk is full, and go on when it has room",
    async () => {
      using disk = SmallDisk.mount("64m");
      const own = await PostgresServer.start();
      const url = await own.database(disk.path);
      await using cluster = await TestedCluster.start(own, { url, variables });
      await enable(cluster.node(0), "before");
      await everyNode(cluster.nodes, "/features/before", isFound);
      const load = new ClusterLoad(cluster);
      load.start();
      await load.progress();
      disk.fill(0);
      for (const node of cluster.nodes) {
        await eventually(async () => (await tryToEnable(node, "refused"))?.status === 503);
        await expectServing(node, "before");
      }
      disk.free();
      await load.progress();
      await load.expectWhole();
      const log = await cluster.node(0).stop();
      expect(log).toContain("the disk of the database server is full");
      // It may not write to the disk any more.
      await own.crash();
    },
    180_000,
  );
});
