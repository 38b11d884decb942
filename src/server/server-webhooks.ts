import type { Services } from "../app/services/services.ts";
import type { Leadership } from "../app/writer/leadership.ts";
import type { Config } from "../config/config.ts";
import type { Webhook } from "../core/model/webhook.ts";
import type { WebhookDelivery } from "../core/model/webhook-delivery.ts";
import type { Log } from "../http/log/log.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { Storage } from "../storage/storage.ts";
import { createWebhooks } from "../webhooks/create-webhooks.ts";
import { WebhookPumps, type WebhookPumpsOptions } from "../webhooks/delivery/webhook-pumps.ts";
import { keySourceOf } from "../webhooks/secrets/key-source.ts";
import { WebhookCounters } from "../webhooks/webhook-counters.ts";
import { type ClosingSteps, closeMs } from "./closing-steps.ts";

export interface ServerWebhooksOptions {
  readonly config: Config;
  readonly log: Log;
  readonly context: ApiContext;
  readonly services: Services;
  readonly storage: Storage;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The webhooks of a server; deliveries begin with `start`. */
export function serverWebhooks(options: ServerWebhooksOptions) {
  const { config, log, context, services } = options;
  const { writer } = services;
  const key = keySourceOf(config.dataDirectory, config.database);
  // An unreadable key must fail the start.
  key.existing();
  const { sender, service } = createWebhooks({
    ...options,
    key,
    writer,
    directory: config.dataDirectory,
    allowed: config.webhookAllow,
  });
  const counters = new WebhookCounters();
  const pumpOptions: WebhookPumpsOptions = {
    ...options,
    writer,
    sender,
    onFault: context.onFault,
    onTried(delivery, webhook) {
      counters.add(delivery.outcome);
      report(log, delivery, webhook);
    },
  };
  writer.onCommit((changes, { webhooks }, { isOwn }) => {
    // Only the process that recorded a loss reports it.
    for (const change of isOwn ? changes : []) {
      if (change.kind === "webhook.progressed" && change.lost !== undefined) {
        const { webhookId, lost } = change;
        const environmentId = webhooks.get(webhookId)?.environmentId ?? 0;
        counters.addLoss();
        log.warn("webhook lost events", { webhookId, environmentId, ...lost });
      }
    }
  });
  for (const webhook of writer.state.webhooks.values()) {
    if (webhook.pausedAt === null && !service.canSign(webhook)) {
      log.warn("webhook needs a new secret", { webhookId: webhook.id });
    }
  }
  return {
    service,
    counters,
    /** Delivers while this server is the leader. */
    start(closing: ClosingSteps, leadership: Leadership): void {
      let pumps: WebhookPumps | undefined;
      const end = leadership.lead({
        begin() {
          pumps = new WebhookPumps({ ...pumpOptions, isLeading: () => leadership.isLeading });
          pumps.start();
        },
        async end() {
          await pumps?.stop();
          pumps = undefined;
        },
      });
      closing.add("deliveries", closeMs.background, end);
    },
  };
}

/** URLs and answers stay in the delivery log, which fewer people read. */
function report(log: Log, { outcome, status, attempt }: WebhookDelivery, webhook: Webhook): void {
  const { id: webhookId, environmentId, pauseReason } = webhook;
  if (pauseReason === "failing" || pauseReason === "gone") {
    log.error("webhook paused", { webhookId, environmentId, reason: pauseReason });
  } else if (outcome === "gave_up" || outcome === "refused") {
    log.warn("webhook not delivered", {
      webhookId,
      environmentId,
      outcome,
      status: status ?? 0,
      attempt,
    });
  }
}
