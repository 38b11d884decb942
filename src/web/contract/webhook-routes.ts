import type { PauseReason, WebhookEventType, WebhookKind } from "../../model/webhook.ts";
import type { DeliveryOutcome } from "../../model/webhook-delivery.ts";

export interface WebhookRow {
  readonly id: number;
  readonly name: string;
  readonly kind: WebhookKind;
  readonly url: string;
  /** Empty for all. */
  readonly events: readonly WebhookEventType[];
  readonly keys: string | null;
  readonly status: WebhookStatus;
  readonly pausedBy: PauseReason | null;
  readonly failingSince: number | null;
  readonly nextTryAt: number | null;
  readonly lastSuccessAt: number | null;
  /** Whether events wait to be sent again. */
  readonly isReplaying: boolean;
  /** Whether events were removed before they were sent, and the receiver is not told yet. */
  readonly hasLost: boolean;
  /** The groups that a Flipper application told last. */
  readonly groups: readonly string[];
  readonly createdAt: number;
  /** Until when the secret before the newest one is valid; null without one. */
  readonly earlierSecretEndsAt: number | null;
}

/** `needs_rotate`: the secret cannot be read, so nothing is sent until there is a new one. */
export type WebhookStatus = "active" | "failing" | "paused" | "needs_rotate";

/** One try to deliver. */
export interface DeliveryRow {
  /** Counts from 1 for each webhook. */
  readonly number: number;
  readonly messageId: string;
  readonly type: string;
  readonly key: string | null;
  /** Null for a test. */
  readonly fromEvent: number | null;
  readonly toEvent: number | null;
  readonly attempt: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: DeliveryOutcome;
  readonly status: number | null;
  readonly problem: string | null;
  readonly answer: string;
}

export interface MadeWebhook {
  readonly webhook: WebhookRow;
  /** Cannot be asked again. */
  readonly secret: string;
}

interface WebhookList {
  readonly webhooks: readonly WebhookRow[];
}

/** URLs of receivers may hold secrets, so only admins see them. */
export interface WebhookRoutes {
  "GET /environments/:environment/webhooks": { answer: WebhookList };
  "POST /environments/:environment/webhooks": {
    body: {
      name?: string;
      kind: WebhookKind;
      url: string;
      events: readonly WebhookEventType[];
      keys?: string;
    };
    answer: MadeWebhook;
  };
  "PATCH /environments/:environment/webhooks/:webhook": {
    body: { isPaused: boolean };
    answer: WebhookList;
  };
  "DELETE /environments/:environment/webhooks/:webhook": { answer: WebhookList };
  /** The secret before stays valid for a day. */
  "POST /environments/:environment/webhooks/:webhook/rotate": {
    body: Record<string, never>;
    answer: MadeWebhook;
  };
  /** Ends the secret before the newest one at once. */
  "DELETE /environments/:environment/webhooks/:webhook/earlier-secret": { answer: WebhookList };
  /** Sends a message that tells of nothing. */
  "POST /environments/:environment/webhooks/:webhook/test": {
    body: Record<string, never>;
    answer: DeliveryRow;
  };
  /** Sends events again; up to the newest one without `to`. */
  "POST /environments/:environment/webhooks/:webhook/redeliver": {
    body: { from: number; to?: number };
    answer: WebhookList;
  };
  /** Newest first, at most 50; `before` is the number of the last one that was shown. */
  "GET /environments/:environment/webhooks/:webhook/deliveries": {
    query: { before?: number };
    answer: { readonly deliveries: readonly DeliveryRow[]; readonly hasMore: boolean };
  };
}
