import { beforeAll, describe, expect, test } from "bun:test";
import { gatehouse } from "../cli/administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import {
  isPostgresMissing,
  type PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { eventually } from "../replication/replica/replica-processes.ts";
import { metricOf } from "./asked-nodes.ts";
import { TestedCluster, type TestedNode } from "./cluster-nodes.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const leading = "gatehouse_cluster_leading";
const delivered = String.raw`gatehouse_webhook_tries_total\{outcome="delivered"\}`;

/** An endpoint of webhooks, which records what it gets. */
class Endpoint implements AsyncDisposable {
  readonly ids: string[] = [];
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      this.ids.push(request.headers.get("webhook-id") ?? "");
      return new Response(null, { status: 204 });
    },
  });

  get url(): string {
    return this.#server.url.href;
  }

  async until(count: number): Promise<void> {
    await eventually(async () => this.ids.length >= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }
}

async function createWebhook(
  database: string,
  url: string,
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  using directory = new TemporaryDirectory();
  return await gatehouse(
    directory.path,
    ["webhook", "create", "--environment", "production", "--url", url, ...argv],
    { GATEHOUSE_DATABASE: database, GATEHOUSE_KEY: key, ...variables },
  );
}

async function enable(node: TestedNode, feature: string): Promise<void> {
  const answer = await node.send(`/features/${feature}/boolean`, { method: "POST" });
  expect(answer?.status).toBe(200);
}

describe.skipIf(isPostgresMissing)("servers that share a database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  test("have another leader when theirs is frozen, which does nothing more when it thaws", async () => {
    const variables = { GATEHOUSE_KEY: key, GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.1" };
    await using cluster = await TestedCluster.start(postgres, { variables });
    await using endpoint = new Endpoint();
    const created = await createWebhook(cluster.url, endpoint.url, [], variables);
    expect([created.code, created.err]).toEqual([0, ""]);
    const leaders = async (nodes: readonly TestedNode[]) => {
      const values = await Promise.all(nodes.map((node) => metricOf(node, leading)));
      return nodes.filter((_, index) => values[index] === 1);
    };
    await eventually(async () => (await leaders(cluster.nodes)).length === 1);
    const [frozen = expect.unreachable()] = await leaders(cluster.nodes);
    const others = cluster.nodes.filter((node) => node !== frozen);
    const [first = expect.unreachable()] = others;
    await enable(frozen, "before");
    await eventually(async () => (await metricOf(frozen, delivered)) === 1);
    frozen.server?.signal("SIGSTOP");
    for (let index = 0; index < 5; index++) {
      await enable(first, `frozen-${index}`);
    }
    await eventually(async () => (await leaders(others)).length === 1);
    await endpoint.until(6);
    frozen.server?.signal("SIGCONT");
    expect(await metricOf(frozen, leading)).toBe(0);
    for (let index = 0; index < 5; index++) {
      await enable(frozen, `thawed-${index}`);
    }
    await endpoint.until(11);
    expect([await metricOf(frozen, leading), (await leaders(others)).length]).toEqual([0, 1]);
    expect(await metricOf(frozen, delivered)).toBe(1);
    expect(new Set(endpoint.ids).size).toBe(11);
    expect(endpoint.ids).toHaveLength(11);
  }, 180_000);

  test("get webhooks from the shell for the networks that its flag or variable allows", async () => {
    const url = await postgres.database();
    const target = "http://10.1.2.3/hook";
    const refused = await createWebhook(url, target, []);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--webhook-allow")]);
    const flagged = await createWebhook(url, target, ["--webhook-allow", "10.0.0.0/8"]);
    expect([flagged.code, flagged.err]).toEqual([0, ""]);
    const variable = { GATEHOUSE_WEBHOOK_ALLOW: "10.0.0.0/8" };
    expect((await createWebhook(url, target, [], variable)).code).toBe(0);
    expect((await createWebhook(url, "http://192.168.1.1/", [], variable)).code).toBe(1);
  }, 180_000);
});
