import { expect, test } from "bun:test";
import type { WebhookEvent } from "../../src/core/model/webhook-event.ts";
import { startUi, type UiPage, type UiServer } from "../api/admin/web-ui-server.ts";
import { sampleWebhook } from "../contract/webhook-examples.ts";

const params = { environment: 1 };
const feature = { environment: 1, key: "search" };
const rule = { count: 1, roles: ["admin"], members: [], tokens: [] };
const boolean = "PUT /environments/:environment/features/:key/boolean";

async function arrange() {
  const server = await startUi();
  const [author, approver] = [await server.page("member"), await server.page("admin")];
  await author.answer("POST /environments/:environment/features", {
    params,
    body: { key: "search" },
  });
  await server.hosted.deployment.writer.submit((draft) =>
    draft.record({
      ...{
        kind: "webhook.saved",
        webhook: sampleWebhook(1, { kind: "events", eventTypes: [], keyPattern: null }),
      },
    }),
  );
  await approver.answer("PUT /environments/:environment/policy", {
    ...{ params, body: { policy: { rules: [rule] } } },
  });
  return { server, author, approver };
}

async function eventsOf({ hosted }: UiServer): Promise<readonly WebhookEvent[]> {
  return hosted.deployment.reads.webhookEvents({
    ...{ environmentId: 1, after: 0, through: Number.MAX_SAFE_INTEGER, limit: 1_000 },
  });
}

async function open(page: UiPage, percentage: number) {
  const { request } = await page.answer("POST /environments/:environment/requests", {
    params,
    body: {
      title: `Begin with ${percentage}%`,
      commands: [{ kind: "percentage_of_actors", key: "search", value: percentage }],
    },
  });
  return request;
}

test("each transition of a request has an event, in the commit of its change", async () => {
  const { server, author, approver } = await arrange();
  await using _ = server;
  const [first, second, third] = [
    await open(author, 5),
    await open(author, 6),
    await open(author, 7),
  ];
  const at = (request: { readonly id: number }) => ({ params: { request: request.id } });
  const vote = (kind: string, { hash }: { readonly hash: string }) => ({
    body: { vote: kind, hash },
  });
  const votes = "POST /requests/:request/votes";
  await approver.answer(votes, { ...at(first), ...vote("ask", first) });
  await approver.answer(votes, { ...at(first), ...vote("approve", first) });
  await author.answer("POST /requests/:request/apply", at(first));
  await author.answer("POST /requests/:request/rebase", at(second));
  await author.answer("POST /requests/:request/withdraw", at(third));
  const types = (await eventsOf(server)).map(({ type }) => type);
  expect(types).toEqual([
    "policy.changed",
    "request.opened",
    "request.opened",
    "request.opened",
    "request.changes_asked",
    "request.approved",
    "feature.updated",
    "request.applied",
    "request.drifted",
    "request.drifted",
    "request.rebased",
    "request.withdrawn",
  ]);
  const applied = (await eventsOf(server)).find(({ type }) => type === "request.applied");
  expect(JSON.parse(applied?.data ?? "")).toMatchObject({
    environment: { slug: "production" },
    actor: { type: "User", person: { id: author.userId } },
    request: { id: first.id, state: "applied", title: "Begin with 5%", first_audit: 2 },
  });
});

test("a feature that is turned off, and a bypass, have events with their reasons", async () => {
  const { server, author } = await arrange();
  await using _ = server;
  const owner = await server.page("owner");
  const reason = "The pager has rung";
  await owner.answer(boolean, {
    ...{ params: feature, body: { enabled: true, typed: "search", bypass: true, reason } },
  });
  await author.answer(boolean, {
    ...{ params: feature, body: { enabled: false, typed: "search", reason: "Broken" } },
  });
  const events = (await eventsOf(server)).filter(({ type }) => type.startsWith("change."));
  expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toMatchObject([
    ["change.bypassed", { reason, keys: ["search"], actor: { person: { id: owner.userId } } }],
    ["change.turned_off", { reason: "Broken", keys: ["search"] }],
  ]);
});
