import { beforeAll, describe, expect, test } from "bun:test";
import { type Pooler, withPooler } from "../helpers/pooler.ts";
import { isPostgresMissing, PostgresServer, postgresServer } from "../helpers/postgres-server.ts";
import { enable, everyNode, isFound, isMissing, newToken, shell } from "./asked-nodes.ts";
import { TestedCluster, TestedNode } from "./cluster-nodes.ts";

describe.skipIf(isPostgresMissing)("servers on one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  test("know a token that a command creates, and refuse it when a command revokes it", async () => {
    await using cluster = await TestedCluster.start(postgres);
    const { id, value } = await newToken(cluster.url);
    for (const node of cluster.nodes) {
      const answer = await node.send("/features", { headers: { "flipper-cloud-token": value } });
      expect(answer?.status).toBe(200);
    }
    await shell(cluster.url, "token", "revoke", id);
    await everyNode(cluster.nodes, "/features", (status) => status === 401, value);
  });

  test("refuse a revoked token although no notification comes", async () => {
    await using cluster = await TestedCluster.start(postgres, { hasDirectUrl: true });
    const { id, value } = await newToken(cluster.url);
    await everyNode(cluster.nodes, "/features", isFound, value);
    for (const { directProxy } of cluster.nodes) {
      directProxy.losesAnswers = true;
    }
    await shell(cluster.url, "token", "revoke", id);
    await everyNode(cluster.nodes, "/features", (status) => status === 401, value);
  });

  test("start on what commands stored without any server", async () => {
    const url = await postgres.database();
    await shell(url, "database", "migrate");
    const { value } = await newToken(url);
    await using node = await TestedNode.start({ postgres, url, name: "alone" });
    await everyNode([node], "/features", isFound, value);
  });

  test("load a database anew that was restored to an older state", async () => {
    await using cluster = await TestedCluster.start(postgres);
    const { nodes, url } = cluster;
    await enable(cluster.node(0), "older");
    await everyNode(nodes, "/features/older", isFound);
    const file = await postgres.dump(url);
    await enable(cluster.node(1), "newer");
    await everyNode(nodes, "/features/newer", isFound);
    await postgres.restore(url, file);
    await shell(url, "database", "restored");
    await everyNode(nodes, "/features/newer", isMissing);
    await everyNode(nodes, "/features/older", isFound);
    await enable(cluster.node(2), "newest");
    await everyNode(nodes, "/features/newest", isFound);
  });

  test("answer reads while the database is away, refuse changes, and recover", async () => {
    const own = await PostgresServer.start();
    await using cluster = await TestedCluster.start(own);
    await enable(cluster.node(0), "kept");
    await everyNode(cluster.nodes, "/features/kept", isFound);
    await own.stop();
    for (const node of cluster.nodes) {
      expect((await node.send("/features/kept"))?.status).toBe(200);
      const ready = await fetch(`${node.server?.url}/readyz`);
      expect(ready.status).toBe(200);
    }
    const refused = await cluster.node(1).send("/features/lost/boolean", { method: "POST" });
    expect(refused?.status).toBe(503);
    await own.start();
    await everyNode(cluster.nodes, "/features/lost", isMissing);
    await enable(cluster.node(2), "later");
    await everyNode(cluster.nodes, "/features/later", isFound);
    await own.stop();
  });

  describe("through a pooler", () => {
    let pooler: Pooler;
    beforeAll(async () => {
      pooler = await withPooler(postgres);
    });

    test.each([true, false])(
      "see each other's changes; with a direct URL: %p",
      async (isDirect) => {
        const direct = await postgres.database();
        const url = pooler.urlOf(direct);
        const target = { port: Number(new URL(url).port) };
        const start = (name: string) =>
          TestedNode.start({
            postgres: target,
            url,
            name,
            variables: isDirect
              ? { GATEHOUSE_DATABASE_DIRECT: direct }
              : { GATEHOUSE_DATABASE_POOLER: "on" },
          });
        await using first = await start("first");
        await using second = await start("second");
        await enable(first, "one");
        await everyNode([second], "/features/one", isFound);
        await enable(second, "two");
        await everyNode([first], "/features/two", isFound);
      },
    );
  });
});
