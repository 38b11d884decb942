import { openSqliteStorage } from "../../../../src/storage/sqlite/sqlite-storage.ts";
import { createWebhooks } from "../../../../src/webhooks/create-webhooks.ts";
import { nextDelivery } from "../../../../src/webhooks/delivery/next-delivery.ts";
import type { TargetRequest } from "../../../../src/webhooks/targets/webhook-target.ts";
import { startHosted } from "../../../helpers/hosted-server.ts";
import { startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

/** The web UI of a server whose webhooks reach a stand-in, which answers 200. */
export interface WebhookSite extends AsyncDisposable {
  readonly ui: UiServer;
  readonly admin: UiPage;
  readonly sent: readonly TargetRequest[];
  /** The id of Production. */
  readonly production: number;
  /** Sends the next event that waits for a webhook. */
  readonly sendNext: (id: number) => Promise<void>;
}

export async function startWebhookSite(): Promise<WebhookSite> {
  const sent: TargetRequest[] = [];
  const opened = await openSqliteStorage(":memory:");
  const hosted = await startHosted({ opened });
  const { writer } = hosted.deployment;
  const { service, sender } = createWebhooks({
    ...{ writer, storage: opened.storage, now: Date.now },
    ...{ directory: null, allowed: [], version: "1.2.3" },
    check: async (url) =>
      url.includes("inside") ? { ok: false, reason: "is not public" } : { ok: true },
    async send(request) {
      sent.push(request);
      return { kind: "answered", status: 200, headers: new Headers(), body: "<b>ok</b>" };
    },
  });
  const ui = await startUi({ hosted, webhooks: () => service });
  return {
    ui,
    admin: await ui.page("admin"),
    sent,
    production: hosted.production.id,
    async sendNext(id) {
      const webhook = writer.state.webhooks.get(id);
      const range = { through: writer.state.lastIds.webhookEvent, scannedThrough: 0 };
      const next = webhook && (await nextDelivery(opened.storage.reads, webhook, range));
      if (webhook !== undefined && next?.kind === "delivery") {
        await sender.try(webhook, next.facts);
      }
    },
    [Symbol.asyncDispose]: () => ui[Symbol.asyncDispose](),
  };
}
