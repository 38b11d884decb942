import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { setPlan } from "../helpers/hosted-administration.ts";
import { audited, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
let server: HostedServer;
let manager: HostedClient;
beforeEach(async () => {
  server = await startHosted({ now: () => startMs });
  manager = server.manager;
});
afterEach(() => server.stop());

/** Adds `count` audits of two alternating features, with the number of each as its value. */
function addHistory(count: number): Promise<void> {
  return server.deployment.writer.submit((draft) => {
    for (let number = 1; number <= count; number++) {
      draft.record({
        kind: "audit.recorded",
        audit: {
          environmentId: server.production.id,
          actor: { type: "User", id: "1" },
          action: "enable_actor",
          featureKey: number % 2 === 0 ? "even" : "odd",
          value: String(number),
          createdAt: draft.now,
        },
      });
    }
  });
}

async function page(query: string) {
  const { audits, pagination, limits } = audited(await manager.audits.list(query));
  return { values: audits.map(({ value }) => Number(value)), pagination, limits };
}

describe("the plan free (docs/api.md#limits)", () => {
  test("answers the same members, without audits", async () => {
    await addHistory(10);
    await setPlan(server, "free");
    const limits = { limited: true, max_events: 0 };
    for (const query of ["", "keys=odd", "page=1&per_page=5"]) {
      const { values, pagination, limits: shown } = await page(query);
      expect(values).toEqual([]);
      expect(pagination).toEqual({
        page: 1,
        per: query.includes("per_page") ? 5 : 100,
        previous: null,
        next: null,
      });
      expect(shown).toEqual(limits);
    }
    expect((await page("page=3")).pagination.previous).toBe(2);
  });

  test("refuses bad parameters, and keeps the audits for a larger plan", async () => {
    await addHistory(10);
    await setPlan(server, "free");
    expect((await manager.audits.list("page=0"))[0].status).toBe(422);
    await setPlan(server, "self_hosted");
    expect((await page("")).values).toHaveLength(10);
  });
});

describe("the plan team (docs/api.md#limits)", () => {
  test("shows only the newest 10,000 audits", async () => {
    await addHistory(10_050);
    await setPlan(server, "team");
    const limits = { limited: true, max_events: 10_000 };
    expect(await page("per_page=1")).toMatchObject({ values: [10_050], limits });
    const last = await page("per_page=250&page=40");
    expect(last.values).toHaveLength(250);
    expect(last.values.at(-1)).toBe(51);
    expect(last.pagination).toEqual({ page: 40, per: 250, previous: 39, next: null });
    expect((await page("per_page=250&page=41")).values).toEqual([]);
    const uneven = await page("per_page=249&page=41");
    expect(uneven.values).toHaveLength(10_000 - 40 * 249);
    expect(uneven.pagination.next).toBeNull();
  });

  test("limits the audits of all features together, also with keys", async () => {
    await addHistory(20);
    await setPlan(server, "team", { auditEventsMax: 6 });
    expect((await page("keys=odd")).values).toEqual([19, 17, 15]);
    expect((await page("keys=odd&per_page=2")).pagination.next).toBe(2);
    expect((await page("keys=odd&per_page=2&page=2")).values).toEqual([15]);
    expect(await page("")).toMatchObject({
      values: [20, 19, 18, 17, 16, 15],
      limits: { limited: true, max_events: 6 },
    });
  });

  test("shows all audits if there are fewer", async () => {
    await addHistory(3);
    await setPlan(server, "team");
    expect(await page("")).toMatchObject({
      values: [3, 2, 1],
      pagination: { next: null },
      limits: { limited: true, max_events: 10_000 },
    });
  });
});

test("created_at is the time of the change, ISO 8601 in UTC", async () => {
  await manager.gates.post("search", "boolean");
  const { audits } = audited(await manager.audits.list());
  expect(audits.map(({ action, created_at }) => [action, created_at])).toEqual([
    ["enable", "2026-01-02T03:04:05.678Z"],
    ["create", "2026-01-02T03:04:05.678Z"],
  ]);
});

test("audits of the same time keep their order over all pages", async () => {
  await addHistory(30);
  const seen: number[] = [];
  for (let number = 1; number <= 10; number++) {
    seen.push(...(await page(`per_page=3&page=${number}`)).values);
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index));
});
