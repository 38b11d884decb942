import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { canMount, SmallDisk } from "../faults/small-disk.ts";
import { isPostgresMissing, PostgresServer } from "../helpers/postgres-server.ts";
import { enable, eventually, everyNode, isFound, tryToEnable } from "./asked-nodes.ts";
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

describe.skipIf(isPostgresMissing)("servers on one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(() => postgres.stop());

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
    60_000,
  );
});
