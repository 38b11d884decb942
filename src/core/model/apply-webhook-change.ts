import type { WebhookChange } from "./change.ts";
import type { State } from "./state.ts";

/** The state after a change of webhooks. The given state stays unchanged. */
export function applyWebhookChange(state: State, change: WebhookChange): State {
  const { webhooks, lastIds } = state;
  switch (change.kind) {
    case "webhook.saved": {
      const { webhook } = change;
      return {
        ...state,
        webhooks: webhooks.set(webhook.id, webhook),
        lastIds: webhook.id <= lastIds.webhook ? lastIds : { ...lastIds, webhook: webhook.id },
      };
    }
    case "webhook.deleted":
      return { ...state, webhooks: webhooks.delete(change.webhookId) };
    case "webhook.progressed": {
      const webhook = webhooks.get(change.webhookId);
      return webhook === undefined
        ? state
        : {
            ...state,
            webhooks: webhooks.set(webhook.id, { ...webhook, progress: change.progress }),
          };
    }
    case "webhook_events.recorded": {
      const newest = change.events.at(-1)?.id ?? 0;
      return newest <= lastIds.webhookEvent
        ? state
        : { ...state, lastIds: { ...lastIds, webhookEvent: newest } };
    }
    case "webhook_delivery.recorded":
    case "webhook_events.removed":
      return state;
  }
}
