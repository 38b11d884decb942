import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { TargetRequest } from "../../../../src/webhooks/targets/webhook-target.ts";
import { addEnvironment } from "../../../helpers/hosted-administration.ts";
import { refusalIn, type UiPage, type UiServer } from "../web-ui-server.ts";
import { startWebhookSite, type WebhookSite } from "./webhook-site.ts";

const all = "GET /environments/:environment/webhooks";
const create = "POST /environments/:environment/webhooks";
const one = "/environments/:environment/webhooks/:webhook";
const redeliver = `POST ${one}/redeliver` as const;
const deliveries = `GET ${one}/deliveries` as const;

let site: WebhookSite;
let ui: UiServer;
let admin: UiPage;
let sent: readonly TargetRequest[];
let production: number;
beforeEach(async () => {
  site = await startWebhookSite();
  ({ ui, admin, sent, production } = site);
});
afterEach(() => site[Symbol.asyncDispose]());

const described = { kind: "events", url: "https://hooks.example/x", events: [] } as const;
const inProduction = (body?: object) => ({
  params: { environment: production },
  ...(body === undefined ? {} : { body }),
});
const ofOne = (webhook: number, rest: object = {}) => ({
  params: { environment: production, webhook },
  ...rest,
});

async function made(body: object = described) {
  return admin.answer(create, inProduction(body));
}

describe("the webhooks of an environment", () => {
  test("are created with a secret that is shown once, and listed", async () => {
    const body = { ...described, events: ["feature.updated"], keys: "shop_*" };
    const { webhook, secret } = await made(body);
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual({
      ...{ id: 1, name: "hooks.example", kind: "events", url: described.url },
      ...{ events: ["feature.updated"], keys: "shop_*", status: "active", pausedBy: null },
      ...{
        failingSince: null,
        nextTryAt: null,
        lastSuccessAt: null,
        isReplaying: false,
        pausedAt: null,
        lostEvents: null,
      },
      ...{ groups: [], createdAt: expect.any(Number), earlierSecretEndsAt: null },
      ...{ project: "Default", environment: "production", secretCount: 1 },
    });
    const listed = await admin.call(all, inProduction());
    const text = await listed.text();
    expect(JSON.parse(text)).toEqual({ webhooks: [webhook] });
    expect(text).not.toContain(secret);
  });

  test("are paused and resumed, get another secret, and are deleted", async () => {
    const { webhook, secret } = await made();
    const change = (isPaused: boolean) =>
      admin.answer(`PATCH ${one}`, ofOne(webhook.id, { body: { isPaused } }));
    expect((await change(true)).webhooks).toMatchObject([{ status: "paused", pausedBy: "person" }]);
    expect((await change(false)).webhooks).toMatchObject([{ status: "active", pausedBy: null }]);
    const rotated = await admin.answer(`POST ${one}/rotate`, ofOne(webhook.id, { body: {} }));
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const { createdAt } = webhook;
    expect(rotated.webhook.earlierSecretEndsAt).toBeGreaterThanOrEqual(createdAt + 86_400_000);
    expect((await admin.answer(all, inProduction())).webhooks).toEqual([rotated.webhook]);
    expect((await admin.answer(`DELETE ${one}`, ofOne(webhook.id))).webhooks).toEqual([]);
    const gone = await admin.call(`DELETE ${one}`, ofOne(webhook.id));
    expect(await refusalIn(gone)).toMatchObject({ status: 404, code: "webhook_not_found" });
  });

  test("sign with the latest secret alone once the earlier one is ended", async () => {
    const { webhook } = await made();
    await admin.answer(`POST ${one}/rotate`, ofOne(webhook.id, { body: {} }));
    const test = () => admin.answer(`POST ${one}/test`, ofOne(webhook.id, { body: {} }));
    const signatures = () => (sent.at(-1)?.headers["webhook-signature"] ?? "").split(" ").length;
    await test();
    expect(signatures()).toBe(2);
    const end = `DELETE ${one}/earlier-secret` as const;
    const ended = await admin.answer(end, ofOne(webhook.id));
    expect(ended.webhooks).toMatchObject([{ earlierSecretEndsAt: null }]);
    await test();
    expect(signatures()).toBe(1);
    // There is nothing left to end.
    const before = ui.state();
    expect(await admin.answer(end, ofOne(webhook.id))).toEqual(ended);
    expect(ui.state()).toBe(before);
    const member = await ui.page("member");
    expect((await member.call(end, ofOne(webhook.id))).status).toBe(403);
  });

  test("are tested, and the log tells of it", async () => {
    const { webhook } = await made();
    const delivery = await admin.answer(`POST ${one}/test`, ofOne(webhook.id, { body: {} }));
    expect(delivery).toMatchObject({
      ...{ number: 1, type: "webhook.test", outcome: "delivered", status: 200 },
      ...{ fromEvent: null, toEvent: null, answer: "<b>ok</b>" },
    });
    expect(sent.map(({ url }) => url)).toEqual([described.url]);
    const log = await admin.answer(deliveries, ofOne(webhook.id));
    expect(log).toEqual({ deliveries: [delivery], hasMore: false });
  });

  test("send again what they are asked for", async () => {
    const { webhook } = await made();
    const asked = ofOne(webhook.id, { body: { from: 1, to: 2 } });
    expect(await refusalIn(await admin.call(redeliver, asked))).toMatchObject({ status: 422 });
    await ui.hosted.manager.import({ search: {}, billing: {} });
    const { webhooks } = await admin.answer(redeliver, asked);
    expect(webhooks).toMatchObject([{ isReplaying: true }]);
  });

  test("have a log of pages", async () => {
    const { webhook } = await made();
    for (let count = 0; count < 52; count++) {
      await admin.answer(`POST ${one}/test`, ofOne(webhook.id, { body: {} }));
    }
    const first = await admin.answer(deliveries, ofOne(webhook.id));
    expect([first.deliveries.length, first.hasMore]).toEqual([50, true]);
    const before = first.deliveries.at(-1)?.number ?? 0;
    const rest = await admin.answer(deliveries, ofOne(webhook.id, { query: { before } }));
    expect(rest.deliveries.map(({ number }) => number)).toEqual([2, 1]);
    expect(rest.hasMore).toBe(false);
  });

  test("are found in their environment only", async () => {
    const { webhook } = await made();
    const other = await addEnvironment(ui.hosted, { name: "Staging", kind: "custom" });
    const params = { environment: other.id, webhook: webhook.id };
    for (const route of [
      `DELETE ${one}`,
      `PATCH ${one}`,
      `POST ${one}/rotate`,
      `POST ${one}/test`,
      redeliver,
      deliveries,
    ] as const) {
      const bodies = { PATCH: { isPaused: true }, POST: route === redeliver ? { from: 1 } : {} };
      const [method = ""] = route.split(" ");
      const body = new Map<string, object>(Object.entries(bodies)).get(method);
      const answer = await admin.call(route, { params, ...(body === undefined ? {} : { body }) });
      expect([route, (await refusalIn(answer)).code]).toEqual([route, "webhook_not_found"]);
    }
    expect((await admin.answer(all, { params: { environment: other.id } })).webhooks).toEqual([]);
    expect((await admin.answer(all, inProduction())).webhooks).toHaveLength(1);
  });
});

test.each([
  [{ ...described, url: "https://inside.example/" }, "The URL is not public"],
  [{ ...described, kind: "sync", keys: "a" }, "A sync webhook is notified of every change"],
  [{ ...described, kind: "other" }, ""],
  [{ ...described, events: ["feature.renamed"] }, ""],
  [{ ...described, secret: "mine" }, ""],
  [{ ...described, url: "" }, ""],
])("a webhook as %j is refused, and is not there", async (body, reason) => {
  const refusal = await refusalIn(await admin.call(create, inProduction(body)));
  expect(refusal.status).toBe(422);
  expect(refusal.message).toContain(reason);
  expect((await admin.answer(all, inProduction())).webhooks).toEqual([]);
});

test("members and viewers see no webhook, as URLs may hold secrets", async () => {
  await made();
  for (const role of ["member", "viewer"] as const) {
    const page = await ui.page(role);
    const answer = await page.call(all, inProduction());
    expect(await refusalIn(answer)).toMatchObject({ status: 403, code: "role_required" });
  }
});
