import type { State } from "./state.ts";
import type { Webhook } from "./webhook.ts";

/**
 * The sync endpoints whose applications last reported a group, by group, in the order of their ids.
 */
export function webhooksByGroup(state: State, projectId: number): ReadonlyMap<string, Webhook[]> {
  const tellers = new Map<string, Webhook[]>();
  const webhooks = [...state.webhooks.values()].sort((left, right) => left.id - right.id);
  for (const webhook of webhooks) {
    if (state.environments.get(webhook.environmentId)?.projectId === projectId) {
      for (const group of webhook.groups) {
        tellers.set(group, [...(tellers.get(group) ?? []), webhook]);
      }
    }
  }
  return tellers;
}
