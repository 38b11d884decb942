import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eventSignature } from "../../../../src/webhooks/messages/event-message.ts";
import type { TargetRequest } from "../../../../src/webhooks/targets/webhook-target.ts";
import { refusalIn, type UiPage, type UiServer } from "../web-ui-server.ts";
import { startWebhookSite, type WebhookSite } from "./webhook-site.ts";

const all = "GET /environments/:environment/webhooks";
const create = "POST /environments/:environment/webhooks";
const one = "/environments/:environment/webhooks/:webhook";
const delivery = `GET ${one}/deliveries/:delivery` as const;

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
  test("are edited, with the same secret, and only as far as the body says", async () => {
    const { webhook, secret } = await made({ ...described, keys: "shop_*" });
    const edit = (body: object) =>
      admin.answer(`PATCH ${one}`, ofOne(webhook.id, { body: { ...body } }));
    const edited = await edit({
      url: "https://other.example/y",
      name: "Chat",
      events: ["feature.deleted", "feature.deleted"],
    });
    expect(edited.webhook).toEqual({
      ...webhook,
      ...{ url: "https://other.example/y", name: "Chat", events: ["feature.deleted"] },
    });
    expect((await edit({ keys: null, isPaused: true })).webhook).toMatchObject({
      ...{ keys: null, status: "paused", events: ["feature.deleted"], name: "Chat" },
    });
    await admin.answer(`POST ${one}/test`, ofOne(webhook.id, { body: {} }));
    const [request] = sent;
    expect(request?.url).toBe("https://other.example/y");
    const { "webhook-id": id = "", "webhook-timestamp": time, ...signed } = request?.headers ?? {};
    const signature = eventSignature(secret, id, Number(time), request?.body ?? "");
    expect(signed["webhook-signature"]).toBe(`v1,${signature}`);
  });

  test("get events from before a wider filter neither at once nor later", async () => {
    const { webhook } = await made({ ...described, keys: "shop_*" });
    // Events that no endpoint is notified of are not stored.
    await made();
    await ui.hosted.manager.features.create("other");
    const before = ui.state().lastIds.webhookEvent;
    expect(before).toBeGreaterThan(0);
    await admin.answer(`PATCH ${one}`, ofOne(webhook.id, { body: { keys: null } }));
    expect(ui.state().webhooks.get(webhook.id)?.progress.settled).toBe(before);
    // An event that waits is still sent.
    await ui.hosted.manager.features.create("waiting");
    await admin.answer(`PATCH ${one}`, ofOne(webhook.id, { body: { events: [] } }));
    expect(ui.state().webhooks.get(webhook.id)?.progress.settled).toBe(before);
  });

  test.each([
    [{}, "input_invalid"],
    [{ url: "https://inside.example/" }, "parameter_invalid"],
    [{ url: "" }, "input_invalid"],
    [{ events: ["feature.renamed"] }, "input_invalid"],
    [{ name: " " }, "input_invalid"],
    [{ kind: "sync" }, "input_invalid"],
    [{ secret: "mine" }, "input_invalid"],
  ])("edited as %j are refused, and stay as they are", async (body, code) => {
    const { webhook } = await made();
    const answer = await admin.call(`PATCH ${one}`, ofOne(webhook.id, { body }));
    expect(await refusalIn(answer)).toMatchObject({ status: 422, code });
    expect((await admin.answer(all, inProduction())).webhooks).toEqual([webhook]);
  });

  test("of the kind sync get no filters", async () => {
    const { webhook } = await made({ ...described, kind: "sync" });
    for (const body of [{ keys: "a" }, { events: ["feature.created"] }]) {
      const answer = await admin.call(`PATCH ${one}`, ofOne(webhook.id, { body }));
      expect(await refusalIn(answer)).toMatchObject({ status: 422, code: "parameter_invalid" });
    }
    const { webhook: named } = await admin.answer(
      `PATCH ${one}`,
      ofOne(webhook.id, { body: { name: "Shop", events: [], keys: null } }),
    );
    expect(named.name).toBe("Shop");
    // A change that waits is still sent.
    await ui.hosted.manager.features.create("waiting");
    await admin.answer(`PATCH ${one}`, ofOne(webhook.id, { body: { name: "Store" } }));
    await site.sendNext(webhook.id);
    expect(sent).toHaveLength(1);
  });

  test("get another URL only from a person who has just proven their identity", async () => {
    const { webhook } = await made();
    const late = await ui.page("admin");
    await ui.hosted.deployment.writer.submit((draft) => {
      for (const session of draft.state.sessions.values()) {
        const createdAt = session.userId === late.userId ? draft.now - 3_600_000 : draft.now;
        draft.record({ kind: "session.saved", session: { ...session, createdAt } });
      }
    });
    const edit = (body: object) => late.call(`PATCH ${one}`, ofOne(webhook.id, { body }));
    expect(await refusalIn(await edit({ url: "https://other.example/" }))).toMatchObject({
      ...{ status: 403, code: "proof_required" },
    });
    expect((await edit({ url: described.url, isPaused: true })).status).toBe(200);
  });

  test("show the exact bytes that a delivery signed, or why they are gone", async () => {
    const ofNumber = (webhook: number, delivery: number) => ({
      params: { environment: production, webhook, delivery },
    });
    const { webhook, secret } = await made();
    await ui.hosted.manager.features.create("search");
    await site.sendNext(webhook.id);
    const [request] = sent;
    const shown = await admin.answer(delivery, ofNumber(webhook.id, 1));
    expect(shown).toMatchObject({
      delivery: { number: 1, type: "feature.created" },
      missing: null,
    });
    expect(shown.payload).toBe(request?.body ?? "");
    const { "webhook-id": id, "webhook-timestamp": time } = request?.headers ?? {};
    expect(shown.signed).toBe(`${id}.${time}.${request?.body}`);
    expect(JSON.stringify(shown)).not.toContain(secret);
    await admin.answer(`POST ${one}/test`, ofOne(webhook.id, { body: {} }));
    expect(await admin.answer(delivery, ofNumber(webhook.id, 2))).toMatchObject({
      ...{ payload: null, signed: null, missing: "test" },
    });
    await ui.hosted.deployment.writer.submit((draft) => {
      draft.record({ kind: "webhook_events.removed", through: draft.state.lastIds.webhookEvent });
    });
    expect(await admin.answer(delivery, ofNumber(webhook.id, 1))).toMatchObject({
      ...{ payload: null, signed: null, missing: "event_deleted" },
    });
    for (const number of [3, 0, "x"]) {
      const gone = await admin.call(delivery, {
        params: { environment: production, webhook: webhook.id, delivery: number },
      });
      expect(await refusalIn(gone)).toMatchObject({ status: 404, code: "delivery_not_found" });
    }
  });

  test("show the exact bytes of a sync delivery", async () => {
    const { webhook } = await made({ ...described, kind: "sync" });
    await admin.answer(`POST ${one}/test`, ofOne(webhook.id, { body: {} }));
    const shown = await admin.answer(delivery, {
      params: { environment: production, webhook: webhook.id, delivery: 1 },
    });
    const [request] = sent;
    expect(shown.payload).toBe(request?.body ?? "");
    const [time] = (request?.headers["flipper-cloud-signature"] ?? "").slice(2).split(",");
    expect(shown.signed).toBe(`${time}.${request?.body}`);
  });
});
