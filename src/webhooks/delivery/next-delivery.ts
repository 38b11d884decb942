import type { EventRange, LostEvents, Webhook } from "../../core/model/webhook.ts";
import { lossMessageType } from "../../core/model/webhook-delivery.ts";
import { isNotifiedOf, type WebhookEvent } from "../../core/model/webhook-event.ts";
import { derivedUuid } from "../../core/secrets/derived-uuid.ts";
import type { StorageReads } from "../../storage/storage.ts";
import { eventMessage } from "../messages/event-message.ts";
import { syncMessage } from "../messages/sync-message.ts";
import type { DeliveryFacts } from "./webhook-sender.ts";

/** The next delivery of an endpoint. */
export type NextDelivery =
  | { readonly kind: "delivery"; readonly facts: DeliveryFacts }
  /** Nothing; the events up to this one are not for the endpoint, and need not be read again. */
  | { readonly kind: "nothing"; readonly scannedThrough: number }
  | { readonly kind: "replay ended"; readonly replay: EventRange };

const pageSize = 100;

/**
 * Finds the next delivery of an endpoint in the events up to an id. `scannedThrough` is where an
 * earlier search ended.
 */
export async function nextDelivery(
  reads: StorageReads,
  webhook: Webhook,
  { through, scannedThrough }: { readonly through: number; readonly scannedThrough: number },
): Promise<NextDelivery> {
  return webhook.kind === "sync"
    ? nextSync(reads, webhook, through)
    : nextEvent(reads, webhook, { through, scannedThrough });
}

/** All waiting changes are one delivery, whose id comes from the first one. */
async function nextSync(
  reads: StorageReads,
  webhook: Webhook,
  through: number,
): Promise<NextDelivery> {
  const { id, environmentId, progress } = webhook;
  const { settled, attempts } = progress;
  const [first] = await reads.webhookEvents({ environmentId, after: settled, through, limit: 1 });
  const [replay = null] = progress.replays;
  if (first === undefined && replay === null && attempts === 0) {
    return { kind: "nothing", scannedThrough: through };
  }
  // A requested delivery has no own event; its number of attempts makes its id unique.
  const origin = first?.uuid ?? `${id} ${settled} ${progress.lastDelivery - attempts}`;
  const deliveryId = derivedUuid(`${id} ${origin}`);
  return {
    kind: "delivery",
    facts: {
      message: syncMessage({ environmentId, webhookId: id, deliveryId }),
      replay,
      attempt: attempts + 1,
      key: null,
      fromEvent: first?.id ?? through,
      toEvent: through,
    },
  };
}

async function nextEvent(
  reads: StorageReads,
  webhook: Webhook,
  { through, scannedThrough }: { readonly through: number; readonly scannedThrough: number },
): Promise<NextDelivery> {
  const { environmentId, progress } = webhook;
  if (progress.lost !== null) {
    return { kind: "delivery", facts: factsOfLoss(webhook, progress.lost) };
  }
  const [replay = null] = progress.replays;
  const end = replay?.to ?? through;
  let after = replay === null ? Math.max(progress.settled, scannedThrough) : replay.from - 1;
  for (;;) {
    const page = await reads.webhookEvents({
      environmentId,
      after,
      through: end,
      limit: pageSize,
    });
    const event = page.find((each) => isNotifiedOf(webhook, each));
    if (event !== undefined) {
      return { kind: "delivery", facts: factsOf(webhook, event, replay) };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) {
      return replay === null
        ? { kind: "nothing", scannedThrough: end }
        : { kind: "replay ended", replay };
    }
    after = last.id;
  }
}

/** Whether an endpoint still waits for an event up to an id. */
export async function isWaiting(
  reads: StorageReads,
  webhook: Webhook,
  through: number,
): Promise<boolean> {
  const { kind, progress } = webhook;
  if (kind === "sync" || progress.settled >= through) {
    return false;
  }
  const all = { ...webhook, progress: { ...progress, replays: [], lost: null } };
  const next = await nextEvent(reads, all, { through, scannedThrough: 0 });
  return next.kind === "delivery";
}

/** Events after the loss are sent when the endpoint was notified of the loss. */
function factsOfLoss({ id, environmentId, progress }: Webhook, lost: LostEvents): DeliveryFacts {
  const { from, to, at } = lost;
  const data = { environment: { id: environmentId }, from_event: from, to_event: to };
  return {
    message: eventMessage({
      id: `evt_${derivedUuid(`${id} lost ${from} ${to}`)}`,
      type: lossMessageType,
      createdAt: at,
      data: JSON.stringify(data),
    }),
    replay: null,
    attempt: progress.currentEvent === from ? progress.attempts + 1 : 1,
    key: null,
    fromEvent: from,
    toEvent: to,
  };
}

function factsOf(
  { progress }: Webhook,
  event: WebhookEvent,
  replay: EventRange | null,
): DeliveryFacts {
  const isKnown = progress.currentEvent === event.id;
  return {
    message: eventMessage({ ...event, id: `evt_${event.uuid}` }),
    replay,
    attempt: isKnown ? progress.attempts + 1 : 1,
    key: event.key,
    fromEvent: event.id,
    toEvent: event.id,
  };
}
