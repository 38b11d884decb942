import { beforeAll, describe, expect, test } from "bun:test";
import { isPostgresMissing, PostgresServer, postgresServer } from "../helpers/postgres-server.ts";
import { enable, everyNode, isFound, isMissing, newToken, shell } from "./asked-nodes.ts";
import { TestedCluster } from "./cluster-nodes.ts";

describe.skipIf(isPostgresMissing)("servers on one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
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
});
