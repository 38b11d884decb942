import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gatehouse, type Running, running, shell } from "../documents/running-gatehouse.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";

const token = "a-token-for-what-servers-tell";
const headers = { "flipper-cloud-token": token };

describe.skipIf(isPostgresMissing)("servers that share a database tell", () => {
  let variables: Readonly<Record<string, string>>;
  let nodes: readonly Running[];
  beforeAll(async () => {
    variables = { GATEHOUSE_DATABASE: await database(), GATEHOUSE_TOKEN: token };
    const start = (name: string) =>
      running(gatehouse("serve", "--port", "0", "--log-level", "error", "--node", name), variables);
    nodes = [await start("first"), await start("second")];
  }, 180_000);
  afterAll(() => Promise.all((nodes ?? []).map((node) => node.stop())));

  /** The value of each metric of the cluster, by its name without the common start. */
  async function metricsOf(node: Running): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    const lines = text.matchAll(/^gatehouse_cluster_(?<name>\w+) (?<value>\S+)$/gm);
    return new Map(
      Array.from(lines, ({ groups }) => [groups?.name ?? "", Number(groups?.value)] as const),
    );
  }

  test("who leads, and what they followed", async () => {
    const [first, second] = nodes;
    if (first === undefined || second === undefined) {
      throw new Error("There are no servers");
    }
    const body = new URLSearchParams();
    const init = { method: "POST", headers, body };
    const answer = await fetch(`${first.url}/adapter/features/search/boolean`, init);
    expect(answer.status).toBe(200);
    // The text of the metrics is up to a second old; the test's time is the limit.
    for (;;) {
      const [one, other] = await Promise.all([metricsOf(first), metricsOf(second)]);
      const leaders = (one.get("leading") ?? 0) + (other.get("leading") ?? 0);
      const isSame = one.get("position") === other.get("position");
      if (leaders === 1 && isSame && (other.get("followed_total") ?? 0) > 0) {
        break;
      }
      await Bun.sleep(50);
    }
    const told = await metricsOf(second);
    expect([...told.keys()].sort()).toEqual([
      ...["clock_ahead_seconds", "conflicts_total", "doubts_total", "followed_total"],
      ...["foreign_lock_roles", "leading"],
      ...["position"],
      ...["reloads_total", "stale_seconds", "unanswered_seconds"],
    ]);
    // Between a request of PostgreSQL and its answer it is above 0.
    expect(told.get("unanswered_seconds")).toBeLessThan(60);
  }, 180_000);

  test("of no files of a directory, to clients and to the shell", async () => {
    const status = await fetch(`${nodes[0]?.url}/admin/v1/status`, { headers });
    expect(await status.json()).toMatchObject({ serving: true, ready: true, databases: [] });
    const out = await shell("gatehouse status", nodes[0]?.directory ?? "", variables);
    expect(out).toContain("read from the shared database; gatehouse node list shows its servers");
    expect(out).not.toContain("gatehouse.db");
    const listed = await shell("gatehouse node list", nodes[0]?.directory ?? "", variables);
    expect(listed).toMatch(/^first[\s\S]*^second/m);
  }, 180_000);
});
