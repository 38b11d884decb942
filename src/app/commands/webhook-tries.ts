import { groupNameLengthMax } from "../../core/evaluation/gates.ts";
import type { Draft } from "../../core/model/draft.ts";
import { lossOf } from "../../core/model/lost-events.ts";
import type {
  DeliveryProgress,
  EventRange,
  PauseReason,
  Webhook,
} from "../../core/model/webhook.ts";
import { reportsLoss, type WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import { registeredGroupsMax } from "./hosted-group-policy.ts";

/** The result of a delivery attempt. */
export interface WebhookTry {
  readonly webhookId: number;
  readonly delivery: Omit<WebhookDelivery, "webhookId" | "sequence">;
  /** The replay that it was part of; null for the first delivery of events. */
  readonly replay: EventRange | null;
  /** Milliseconds since the epoch; null if it is not retried. */
  readonly nextTryAt: number | null;
  /** Null if deliveries continue. */
  readonly pause: PauseReason | null;
  /** The group names that the application reported; null for none. */
  readonly groups: readonly string[] | null;
}

/** Records an attempt and the endpoint's progress. Does nothing for a deleted endpoint. */
export function recordTry(draft: Draft, tried: WebhookTry): Webhook | undefined {
  const webhook = draft.state.webhooks.get(tried.webhookId);
  if (webhook === undefined) {
    return undefined;
  }
  const progress = progressOf(webhook, tried, draft.now);
  const sequence = progress.lastDelivery;
  const known = tried.groups === null ? webhook : withGroups(draft, webhook, tried.groups);
  const isPaused = tried.pause !== null && webhook.pausedAt === null;
  const after: Webhook = {
    ...known,
    progress,
    ...(isPaused ? { pausedAt: draft.now, pauseReason: tried.pause } : {}),
  };
  if (known === webhook && !isPaused) {
    draft.record({ kind: "webhook.progressed", webhookId: webhook.id, progress });
  } else {
    draft.record({ kind: "webhook.saved", webhook: after });
  }
  const delivery = { ...tried.delivery, webhookId: webhook.id, sequence };
  draft.record({ kind: "webhook_delivery.recorded", delivery });
  return after;
}

/** Records that events up to an id are not for this endpoint, so that they are not read again. */
export function skipEvents(draft: Draft, webhookId: number, through: number): void {
  const progress = draft.state.webhooks.get(webhookId)?.progress;
  if (progress !== undefined && progress.settled < through) {
    draft.record({
      kind: "webhook.progressed",
      webhookId,
      progress: { ...progress, settled: through },
    });
  }
}

/**
 * Removes the events up to an id. The endpoints in `waitingFor` still wait for some of them, and
 * lose these.
 */
export function removeEvents(draft: Draft, through: number, waitingFor: ReadonlySet<number>): void {
  for (const { id, progress } of draft.state.webhooks.values()) {
    if (waitingFor.has(id) && progress.settled < through) {
      draft.record(lossOf(id, progress, { through, now: draft.now }));
    }
  }
  draft.record({ kind: "webhook_events.removed", through });
}

/** Records that a replay is complete. */
export function endReplay(draft: Draft, webhookId: number, ended: EventRange): void {
  const progress = draft.state.webhooks.get(webhookId)?.progress;
  if (progress !== undefined) {
    const replays = replaysAfter(progress.replays, ended, ended.to);
    draft.record({ kind: "webhook.progressed", webhookId, progress: { ...progress, replays } });
  }
}

function progressOf(
  { kind, progress }: Webhook,
  { delivery, replay, nextTryAt }: WebhookTry,
  now: number,
): DeliveryProgress {
  const lastDelivery = progress.lastDelivery + 1;
  const isDelivered = delivery.outcome === "delivered";
  const health = {
    lastDelivery,
    failingSince: isDelivered ? null : (progress.failingSince ?? now),
    lastSuccessAt: isDelivered ? now : progress.lastSuccessAt,
  };
  const { fromEvent, toEvent } = delivery;
  // A test is no delivery of an event.
  if (toEvent === null) {
    return { ...progress, lastDelivery };
  }
  if (delivery.outcome === "failed") {
    return {
      ...progress,
      ...health,
      currentEvent: fromEvent,
      attempts: delivery.attempt,
      nextTryAt,
    };
  }
  const isReplay = replay !== null && kind === "events";
  return {
    ...progress,
    ...health,
    settled: Math.max(progress.settled, isReplay ? 0 : toEvent),
    replays: replay === null ? progress.replays : replaysAfter(progress.replays, replay, toEvent),
    currentEvent: null,
    attempts: 0,
    nextTryAt: null,
    lost: reportsLoss(delivery) ? lostAfter(progress, toEvent) : progress.lost,
  };
}

/** More events may have been lost while the notification was sent. */
function lostAfter({ lost }: DeliveryProgress, reported: number): DeliveryProgress["lost"] {
  return lost === null || lost.to <= reported ? null : { ...lost, from: reported + 1 };
}

/** While one was sent, another replay may have been added, or all may have been replaced. */
function replaysAfter(
  replays: readonly EventRange[],
  sent: EventRange,
  through: number,
): readonly EventRange[] {
  return replays.flatMap((range) => {
    const isSent = range.from === sent.from && range.to === sent.to;
    if (!isSent) {
      return [range];
    }
    return through >= range.to ? [] : [{ from: through + 1, to: range.to }];
  });
}

/** The names join the registered groups as far as the limit allows. */
function withGroups(draft: Draft, webhook: Webhook, names: readonly string[]): Webhook {
  const groups = [...new Set(names)]
    .filter((name) => name !== "" && name.length <= groupNameLengthMax)
    .slice(0, registeredGroupsMax)
    .sort();
  const projectId = draft.state.environments.get(webhook.environmentId)?.projectId;
  if (projectId === undefined) {
    return webhook;
  }
  const registered = draft.state.groups.get(projectId);
  const unknown = groups.filter((name) => registered?.has(name) !== true);
  for (const name of unknown.slice(0, registeredGroupsMax - (registered?.size ?? 0))) {
    draft.record({ kind: "group.added", projectId, name });
  }
  const isSame =
    groups.length === webhook.groups.length &&
    groups.every((name, index) => name === webhook.groups[index]);
  return isSame ? webhook : { ...webhook, groups };
}
