import { beforeAll, describe, expect, test } from "bun:test";
import { type Pooler, withPooler } from "../helpers/pooler.ts";
import {
  isPostgresMissing,
  type PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { enable, everyNode, isFound, newToken, shell } from "./asked-nodes.ts";
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

  test("start on what commands stored without any server", async () => {
    const url = await postgres.database();
    await shell(url, "database", "migrate");
    const { value } = await newToken(url);
    await using node = await TestedNode.start({ postgres, url, name: "alone" });
    await everyNode([node], "/features", isFound, value);
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
