/** `sync` speaks the protocol of Flipper's clients, `events` that of Standard Webhooks. */
export const webhookKinds = ["sync", "events"] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** What webhooks of the kind `events` can tell of (docs/webhooks.md#events). */
export const webhookEventTypes = [
  "feature.created",
  "feature.updated",
  "feature.deleted",
  "environment.created",
  "environment.deleted",
  "token.created",
  "token.revoked",
  "member.added",
  "member.updated",
  "member.removed",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** `person`: in the shell or the UI. `failing`: after days of failures. `gone`: it answered 410. */
export const pauseReasons = ["person", "failing", "gone"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** An endpoint that is told of the changes of an environment. */
export interface Webhook {
  readonly id: number;
  readonly environmentId: number;
  readonly kind: WebhookKind;
  readonly name: string;
  readonly url: string;
  /** Empty for all types. */
  readonly eventTypes: readonly WebhookEventType[];
  /** Only changes of features with such a key; null for no such filter. `*` stands for any text. */
  readonly keyPattern: string | null;
  /** Newest first; two while one is being replaced. */
  readonly secrets: readonly WebhookSecret[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly pausedAt: number | null;
  readonly pauseReason: PauseReason | null;
  /** The group names that the endpoint told last, sorted. */
  readonly groups: readonly string[];
  readonly progress: DeliveryProgress;
}

export interface WebhookSecret {
  /** The secret as only the holder of the key file can read it; never the secret itself. */
  readonly sealed: string;
  readonly createdAt: number;
  /** Milliseconds since the epoch; from then on nothing is signed with it. Null for no end. */
  readonly expiresAt: number | null;
}

/** How far the deliveries to an endpoint are. */
export interface DeliveryProgress {
  /** The id of the newest event that is settled: delivered, given up, or not for this endpoint. */
  readonly settled: number;
  /** The event, or the first one of several, whose delivery has failed; null if none has. */
  readonly currentEvent: number | null;
  /** How often the current delivery has failed. */
  readonly attempts: number;
  /** Milliseconds since the epoch; null if nothing waits to be tried again. */
  readonly nextTryAt: number | null;
  /** The time of the first failure since the last success; null if the last try succeeded. */
  readonly failingSince: number | null;
  readonly lastSuccessAt: number | null;
  /** The sequence of the newest delivery. */
  readonly lastDelivery: number;
  /** Events that are to be sent again, before others. */
  readonly replays: readonly EventRange[];
  /** What was removed before the endpoint was told of it, until the endpoint is told of the loss. */
  readonly lost: LostEvents | null;
}

export interface LostEvents extends EventRange {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Ids of events, both included. */
export interface EventRange {
  readonly from: number;
  readonly to: number;
}

/** A secret that nothing is signed with any more is left out at the next change. */
export function validSecrets({ secrets }: Webhook, now: number): readonly WebhookSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/** The progress of an endpoint that is told of what comes after an event. */
export function progressAfter(settled: number): DeliveryProgress {
  return {
    settled,
    currentEvent: null,
    attempts: 0,
    nextTryAt: null,
    failingSince: null,
    lastSuccessAt: null,
    lastDelivery: 0,
    replays: [],
    lost: null,
  };
}
