/** `sync` speaks the protocol of Flipper's clients, `events` that of Standard Webhooks. */
export const webhookKinds = ["sync", "events"] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** The events that webhooks of the kind `events` can announce (docs/webhooks.md#events). */
export const webhookEventTypes = [
  "feature.created",
  "feature.updated",
  "feature.deleted",
  "key.retired",
  "key.freed",
  "environment.created",
  "environment.deleted",
  "token.created",
  "token.revoked",
  "member.added",
  "member.updated",
  "member.removed",
  "policy.changed",
  "request.opened",
  "request.approved",
  "request.changes_asked",
  "request.drifted",
  "request.rebased",
  "request.missed",
  "request.applied",
  "request.expired",
  "request.withdrawn",
  "rollout.started",
  "rollout.stepped",
  "rollout.held",
  "rollout.paused",
  "rollout.resumed",
  "rollout.stopped",
  "rollout.done",
  "guard.alarm",
  "guard.silent",
  "guard.mismatch",
  "change.bypassed",
  "change.turned_off",
  "audit.checkpoint",
  "audit.key_rotated",
  "sign_in.break_glass",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/**
 * `person`: on the command line or in the UI. `failing`: after days of failures. `gone`: it
 * answered 410.
 */
export const pauseReasons = ["person", "failing", "gone"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** An endpoint that is notified of the changes of an environment. */
export interface Webhook {
  readonly id: number;
  readonly environmentId: number;
  readonly kind: WebhookKind;
  readonly name: string;
  readonly url: string;
  /** Empty for all types. */
  readonly eventTypes: readonly WebhookEventType[];
  /** Only changes of features with such a key; null for no such filter. `*` matches any text. */
  readonly keyPattern: string | null;
  /** Latest first; two while one is being replaced. */
  readonly secrets: readonly WebhookSecret[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly pausedAt: number | null;
  readonly pauseReason: PauseReason | null;
  /** The group names that the endpoint reported last, sorted. */
  readonly groups: readonly string[];
  readonly progress: DeliveryProgress;
}

export interface WebhookSecret {
  /** The secret, readable only with the key file; never the secret itself. */
  readonly sealed: string;
  readonly createdAt: number;
  /** Milliseconds since the epoch; from this time on nothing is signed with it. Null for no end. */
  readonly expiresAt: number | null;
}

/** How far the deliveries to an endpoint are. */
export interface DeliveryProgress {
  /** The id of the latest settled event: delivered, given up, or not for this endpoint. */
  readonly settled: number;
  /** The event, or the first one of several, whose delivery has failed; null if none has. */
  readonly currentEvent: number | null;
  /** How often the current delivery has failed. */
  readonly attempts: number;
  /** Milliseconds since the epoch; null if no retry is due. */
  readonly nextTryAt: number | null;
  /** The time of the first failure since the last success; null if the last attempt succeeded. */
  readonly failingSince: number | null;
  readonly lastSuccessAt: number | null;
  /** The sequence of the latest delivery. */
  readonly lastDelivery: number;
  /** Events to send again, before others. */
  readonly replays: readonly EventRange[];
  /** Events that were removed before their delivery, until the endpoint is notified of the loss. */
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

/** A secret that no longer signs anything is left out at the next change. */
export function validSecrets({ secrets }: Webhook, now: number): readonly WebhookSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/** The progress of an endpoint whose next event comes after the given one. */
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
