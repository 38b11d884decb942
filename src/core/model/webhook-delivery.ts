/**
 * `failed` is retried. `refused` is not, as the endpoint reports that the request is wrong.
 * `gave_up` is not either: it is the last of too many failures.
 */
export const deliveryOutcomes = ["delivered", "failed", "refused", "gave_up"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** One try to deliver. */
export interface WebhookDelivery {
  readonly webhookId: number;
  /** Counts from 1 for each endpoint. */
  readonly sequence: number;
  /** The same for all tries of a delivery: `delivery_id`, or the header `webhook-id`. */
  readonly messageId: string;
  /** `sync`, `webhook.test`, `events.lost`, or the type of the event. */
  readonly type: string;
  /** The key of the feature; null for other events and for several. */
  readonly key: string | null;
  /** The events in it; null for a test. */
  readonly fromEvent: number | null;
  readonly toEvent: number | null;
  /** Counts from 1. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: DeliveryOutcome;
  /** The status of the response; null without one. */
  readonly status: number | null;
  /** Why there was no response, or the error text of the application; null for neither. */
  readonly problem: string | null;
  /** The start of the response's body, printable. */
  readonly answer: string;
}

/** The type of the message that notifies an endpoint of events that it will not get. */
export const lossMessageType = "events.lost";

export function reportsLoss({ type }: Pick<WebhookDelivery, "type">): boolean {
  return type === lossMessageType;
}

/** Above this number of deliveries, the oldest ones of an endpoint are removed. */
export const deliveriesPerWebhookMax = 1_000;
