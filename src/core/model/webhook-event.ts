import { matchesKeyPattern } from "./key-pattern.ts";
import type { Webhook, WebhookEventType } from "./webhook.ts";

/** `features.changed` represents any changes of features, for endpoints that fetch the changes. */
export type LoggedEventType = WebhookEventType | "features.changed";

/** A notification for the endpoints of an environment, stored until its delivery. */
export interface WebhookEvent {
  /** Rises with each event; never used again. */
  readonly id: number;
  /** A UUID, which stays unique after a restore, when ids are assigned again. */
  readonly uuid: string;
  /** The environment whose endpoints are notified. */
  readonly environmentId: number;
  readonly type: LoggedEventType;
  /** The key of the feature; null for other events. */
  readonly key: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The member `data` of messages, as JSON text of at most `eventDataLengthMax`. */
  readonly data: string;
}

/** In UTF-16 units; larger gates are cut before (docs/webhooks.md#events). */
export const eventDataLengthMax = 26_624;
/** Above this number of events, the oldest ones are removed. */
export const webhookEventsMax = 100_000;

/** Whether an endpoint is notified of an event of its environment. */
export function isNotifiedOf(
  { kind, eventTypes, keyPattern }: Pick<Webhook, "kind" | "eventTypes" | "keyPattern">,
  { type, key }: Pick<WebhookEvent, "type" | "key">,
): boolean {
  if (kind === "sync") {
    return type.startsWith("feature");
  }
  return (
    type !== "features.changed" &&
    (isNotifiedOfAll(type, eventTypes) || eventTypes.includes(type)) &&
    (keyPattern === null || (key !== null && matchesKeyPattern(keyPattern, key)))
  );
}

/** Checkpoints come every hour, so an endpoint gets them only if it names them. */
function isNotifiedOfAll(type: LoggedEventType, eventTypes: Webhook["eventTypes"]): boolean {
  return eventTypes.length === 0 && type !== "audit.checkpoint";
}
