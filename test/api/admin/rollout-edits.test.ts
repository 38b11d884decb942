import { afterAll, expect, test } from "bun:test";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { RolloutService } from "../../../src/app/rollouts/rollout-service.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { RolloutStep } from "../../../src/core/model/rollout.ts";
import { sampleWebhook } from "../../contract/webhook-examples.ts";
import { refusalIn, startUi } from "./web-ui-server.ts";

const typed = "search";
const params = { environment: 1, key: "search" };
const one = "/environments/:environment/features/:key";

const server = await startUi();
afterAll(() => server[Symbol.asyncDispose]());
const page = await server.page("admin");
await page.answer("POST /environments/:environment/features", { params, body: { key: "search" } });
const { writer, reads } = server.hosted.deployment;
await writer.submit((draft) =>
  draft.record({
    kind: "webhook.saved",
    webhook: sampleWebhook(1, { kind: "events", eventTypes: [], keyPattern: null }),
  }),
);
const service = new RolloutService({ writer, groupPolicy: hostedGroupPolicy, now: Date.now });

function author(): Caller {
  const environment = server.state().environments.get(1);
  if (environment === undefined) {
    throw new Error("there is no environment");
  }
  const actor = { type: "User", id: String(page.userId) } as const;
  return { environment, actor, userId: page.userId, token: null };
}

function stepOf(change: RolloutStep["change"]): RolloutStep {
  return { change, forMs: 3_600_000, sample: null, approval: false };
}

/** A rollout that has made its first step. */
async function started(): Promise<number> {
  const value = 10 + (server.state().lastIds.rollout % 50);
  const { id } = await service.start(author(), {
    ...{ key: "search", reason: null, guards: [], start: { kind: "now" }, late: "hold" },
    steps: [stepOf({ kind: "percentage_of_actors", value }), stepOf({ kind: "enable" })],
  });
  return id;
}

/** What became of a rollout, which ends then. */
async function ended(id: number): Promise<string> {
  const rollout = server.state().rollouts.get(id);
  await service.stop(author(), id, "end of the test");
  return `${rollout?.state} ${rollout?.hold?.kind ?? ""}`.trim();
}

interface Edit {
  readonly route: string;
  readonly body: object;
  readonly query?: Readonly<Record<string, string>>;
  /** Whether `pause_rollout` is in the query. */
  readonly inQuery?: boolean;
}

const edits: readonly Edit[] = [
  { route: `PUT ${one}/boolean`, body: { enabled: true, typed } },
  { route: `PUT ${one}/percentage-of-actors`, body: { percentage: 77, typed } },
  { route: `PATCH ${one}/actors`, body: { add: ["User;1"], typed } },
  {
    route: `POST ${one}/changes`,
    body: { changes: [{ gate: "actors", action: "enable", value: "User;2" }], typed },
  },
  {
    route: "POST /environments/:environment/bulk",
    body: { keys: ["search"], change: { enable: true }, typed: "1" },
  },
  {
    route: "POST /environments/:environment/import",
    query: { typed: "Production" },
    body: { version: 1, features: { search: { boolean: true } } },
    inQuery: true,
  },
];

test.each(edits)("$route is refused while a rollout goes on, or pauses it", async (edit) => {
  const { route, body, query, inQuery = false } = edit;
  const id = await started();
  const before = server.state();
  const refused = await page.call(route, { params, body, ...(query ? { query } : {}) });
  expect(await refusalIn(refused)).toMatchObject({ status: 409, code: "rollout_running" });
  expect(server.state().toggles).toBe(before.toggles);
  expect(server.state().rollouts).toBe(before.rollouts);
  const answer = await page.call(route, {
    params,
    body: inQuery ? body : { ...body, pause_rollout: true },
    ...(inQuery ? { query: { ...query, pause_rollout: "true" } } : {}),
  });
  expect(answer.ok).toBe(true);
  expect(await ended(id)).toBe("paused");
  await page.answer(`DELETE ${one}/gates`, { params, body: { typed } });
});

test("turning off works without more, and holds the rollout", async () => {
  for (const [route, body] of [
    [`DELETE ${one}/gates`, { typed }],
    [`PUT ${one}/percentage-of-actors`, { percentage: 0, typed }],
  ] as const) {
    const id = await started();
    expect((await page.call(route, { params, body })).ok).toBe(true);
    expect(await ended(id)).toBe("held changed");
  }
});

test("a Flipper client writes, and holds the rollout in the same commit", async () => {
  const id = await started();
  const [written] = await server.hosted.manager.gates.post("search", "boolean");
  expect(written.status).toBe(200);
  expect(await ended(id)).toBe("held changed");
  const events = await reads.webhookEvents({
    ...{ environmentId: 1, after: 0, through: Number.MAX_SAFE_INTEGER, limit: 1_000 },
  });
  const held = events.findLast(({ type }) => type === "rollout.held");
  // For webhooks that choose keys.
  expect(held?.key).toBe("search");
  expect(JSON.parse(held?.data ?? "")).toMatchObject({
    ...{ actor: null, keys: ["search"] },
    rollout: { id, key: "search", state: "held", step: 0, steps: 2, hold: { kind: "changed" } },
  });
});
