import type { WebhookChange } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import { progressAfter } from "../../src/core/model/webhook.ts";
import { sampleDelivery, sampleEvent, sampleWebhook } from "./webhook-examples.ts";

interface PlannedWebhookChange {
  readonly kind: WebhookChange["kind"];
  readonly environmentId: number;
  readonly name: string;
  readonly pick: number;
  /** How many changes were planned before. */
  readonly nth: number;
}

/** The change of a plan for webhooks; null if there is nothing to change. */
export function webhookChange(
  { webhooks, lastIds }: State,
  { kind, environmentId, name, pick, nth }: PlannedWebhookChange,
): WebhookChange | null {
  const known = [...webhooks.values()][pick % Math.max(1, webhooks.size)];
  switch (kind) {
    case "webhook.saved":
      return {
        kind,
        webhook:
          known === undefined || pick % 3 === 0
            ? sampleWebhook(lastIds.webhook + 1, { environmentId, name })
            : { ...known, name, pausedAt: pick, pauseReason: "person", groups: [name] },
      };
    case "webhook.deleted":
      return { kind, webhookId: known?.id ?? 1 };
    case "webhook.progressed":
      return { kind, webhookId: known?.id ?? 1, progress: { ...progressAfter(pick), attempts: 3 } };
    case "webhook_delivery.recorded": {
      if (known === undefined) {
        return null;
      }
      // Nothing that the state has tells which sequences are used, so each one is higher than those
      // before, and the third after one removes it.
      const sequence = (lastIds.feature * 10_000 + nth) * 400;
      return known.progress.lastDelivery >= sequence
        ? null
        : { kind, delivery: sampleDelivery(sequence, { webhookId: known.id, key: name }) };
    }
    case "webhook_events.recorded": {
      const next = lastIds.webhookEvent + 1;
      const events = [next, next + 1].map((id) => sampleEvent(id, { environmentId, key: name }));
      return { kind, events };
    }
    case "webhook_events.removed":
      return { kind, through: Math.min(pick, lastIds.webhookEvent) };
  }
}
