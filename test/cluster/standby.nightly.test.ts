import { describe, expect, test } from "bun:test";
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { isPostgresMissing, PostgresServer, postgresServer } from "../helpers/postgres-server.ts";
import { enable, everyNode, isFound, shell, tryToEnable } from "./asked-nodes.ts";
import { ClusterLoad } from "./cluster-load.ts";
import { TestedCluster, TestedNode } from "./cluster-nodes.ts";

const refusedStart = 2;
const readOnly = "the database is read-only (is the server a standby?)";
/** So that tests do not wait for the refusal of changes. */
const variables = { GATEHOUSE_WRITE_WAIT_MS: "500" };

async function expectReadOnly(node: TestedNode, found: string): Promise<void> {
  expect((await tryToEnable(node, "refused"))?.status).toBe(503);
  const read = ["/audits", "/telemetry/summary"];
  for (const path of [`/features/${found}`, ...read]) {
    expect([path, (await node.send(path))?.status]).toEqual([path, 200]);
  }
  const ready = await fetch(`${node.server?.url}/readyz`);
  expect(ready.status).toBe(200);
}

describe.skipIf(isPostgresMissing)("servers on one database", () => {
  test("fail over to a synchronous standby under load, and lose nothing", async () => {
    const primary = await PostgresServer.start();
    await using cluster = await TestedCluster.start(primary, { variables });
    await enable(cluster.node(0), "before");
    await everyNode(cluster.nodes, "/features/before", isFound);
    const standby = await PostgresServer.standbyOf(primary);
    await primary.administer(
      "alter system set synchronous_standby_names = '*'",
      "select pg_reload_conf()",
    );
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    await primary.crash();
    cluster.failOver(standby);
    for (const node of cluster.nodes) {
      await expectReadOnly(node, "before");
    }
    using data = new TemporaryDirectory();
    const started = await run(
      testedProgram,
      ["serve", "--mode", "hosted", "--port", "0", "--data", data.path],
      { cwd: data.path, variables: { GATEHOUSE_DATABASE: cluster.url } },
    );
    expect(started).toEqual({
      code: refusedStart,
      out: "",
      err: expect.stringMatching(/^[^\n]*read-only[^\n]*\n$/),
    });
    await standby.promote();
    await load.progress();
    await load.expectWhole();
    const log = await cluster.node(0).stop();
    expect(log).toContain(readOnly);
    await cluster.node(0).start();
    await standby.stop();
  }, 180_000);

  test("go on when a database that was made read-only can be written again", async () => {
    const postgres = await postgresServer();
    await using cluster = await TestedCluster.start(postgres, { variables });
    await enable(cluster.node(0), "before");
    await everyNode(cluster.nodes, "/features/before", isFound);
    const name = new URL(cluster.url).pathname.slice(1);
    await postgres.administer(
      `alter database ${name} set default_transaction_read_only = on`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    for (const node of cluster.nodes) {
      await expectReadOnly(node, "before");
    }
    // Sessions that began while it was read-only stay so.
    await postgres.administer(`alter database ${name} reset default_transaction_read_only`);
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    await load.expectWhole();
  }, 180_000);

  test("start from a copy while the database is read-only, and go on", async () => {
    const postgres = await postgresServer();
    const url = await postgres.database();
    await using node = await TestedNode.start({ postgres, url, name: "alone", variables });
    await enable(node, "before");
    await node.stop();
    const name = new URL(url).pathname.slice(1);
    await postgres.administer(`alter database ${name} set default_transaction_read_only = on`);
    await node.start();
    await everyNode([node], "/features/before", isFound);
    expect((await tryToEnable(node, "refused"))?.status).toBe(503);
    await postgres.administer(`alter database ${name} reset default_transaction_read_only`);
    await everyNode([node], "/features/refused", (status) => status === 404);
    await enable(node, "after");
    expect(await shell(url, "feature", "list")).toContain("after");
  }, 180_000);
});
