import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import {
  type EventRange,
  type PauseReason,
  progressAfter,
  validSecrets,
  type Webhook,
} from "../../core/model/webhook.ts";

export const webhooksPerEnvironmentMax = 20;
export const webhooksMax = 1_000;
/** The most ranges of one endpoint that wait to be sent again. */
const replaysMax = 100;

export interface NewWebhook
  extends Pick<Webhook, "kind" | "name" | "url" | "eventTypes" | "keyPattern"> {
  readonly environment: Environment;
  readonly sealedSecret: string;
}

/**
 * Creates an endpoint that is notified of later events. Throws `parameter_invalid` if there are too
 * many.
 */
export function createWebhook(draft: Draft, values: NewWebhook): Webhook {
  const { environment, sealedSecret, ...described } = values;
  const { webhooks, environments, lastIds } = draft.state;
  if (!environments.has(environment.id)) {
    throw new GatehouseError("parameter_invalid", {
      message: "There is no such environment",
    });
  }
  const inEnvironment = webhooks.count(({ environmentId }) => environmentId === environment.id);
  if (inEnvironment >= webhooksPerEnvironmentMax || webhooks.size >= webhooksMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `An environment can have at most ${webhooksPerEnvironmentMax} webhooks, and all together ${webhooksMax}`,
    });
  }
  const webhook: Webhook = {
    ...described,
    id: draft.nextId("webhook"),
    environmentId: environment.id,
    secrets: [{ sealed: sealedSecret, createdAt: draft.now, expiresAt: null }],
    createdAt: draft.now,
    pausedAt: null,
    pauseReason: null,
    groups: [],
    progress: progressAfter(lastIds.webhookEvent),
  };
  return saveWebhook(draft, webhook);
}

/** The changed members of an endpoint. */
export type WebhookEdit = Partial<
  Pick<Webhook, "name" | "url" | "eventTypes" | "keyPattern"> & { readonly isPaused: boolean }
>;

/**
 * Changes an endpoint. The events up to `settled` are not sent. A new URL is tried at once, and its
 * failures count from zero.
 */
export function editWebhook(
  draft: Draft,
  webhook: Webhook,
  { isPaused, ...changes }: WebhookEdit,
  settled: number,
): Webhook {
  const progress = { ...webhook.progress, settled: Math.max(webhook.progress.settled, settled) };
  const isMoved = changes.url !== undefined && changes.url !== webhook.url;
  const edited = saveWebhook(draft, {
    ...webhook,
    ...changes,
    progress: isMoved
      ? { ...progress, attempts: 0, nextTryAt: null, failingSince: null }
      : progress,
  });
  if (isPaused === undefined) {
    return edited;
  }
  return isPaused ? pauseWebhook(draft, edited, "person") : resumeWebhook(draft, edited);
}

export function deleteWebhook(draft: Draft, webhook: Webhook): void {
  draft.record({ kind: "webhook.deleted", webhookId: webhook.id });
}

/** Later events are sent after the endpoint is resumed. Does nothing for a paused one. */
export function pauseWebhook(draft: Draft, webhook: Webhook, reason: PauseReason): Webhook {
  return webhook.pausedAt !== null
    ? webhook
    : saveWebhook(draft, { ...webhook, pausedAt: draft.now, pauseReason: reason });
}

/** Tries at once, and counts failures again from zero. A sync endpoint may have missed any event. */
export function resumeWebhook(draft: Draft, webhook: Webhook): Webhook {
  const { progress, kind } = webhook;
  const newest = draft.state.lastIds.webhookEvent;
  return saveWebhook(draft, {
    ...webhook,
    pausedAt: null,
    pauseReason: null,
    progress: {
      ...progress,
      attempts: 0,
      nextTryAt: null,
      failingSince: null,
      replays: kind === "sync" ? [{ from: newest, to: newest }] : progress.replays,
    },
  });
}

/** Adds a secret. The one before stays valid for a while, so that receivers can replace it. */
export function rotateSecret(
  draft: Draft,
  webhook: Webhook,
  { sealed, overlapMs }: { readonly sealed: string; readonly overlapMs: number },
): Webhook {
  const [current] = validSecrets(webhook, draft.now);
  const kept =
    current === undefined || overlapMs === 0
      ? []
      : [{ ...current, expiresAt: draft.now + overlapMs }];
  const secrets = [{ sealed, createdAt: draft.now, expiresAt: null }, ...kept];
  const progress = { ...webhook.progress, nextTryAt: null };
  return saveWebhook(draft, { ...webhook, secrets, progress });
}

/** Removes all but the latest secret. Does nothing for an endpoint with one secret. */
export function endEarlierSecrets(draft: Draft, webhook: Webhook): Webhook {
  return webhook.secrets.length < 2
    ? webhook
    : saveWebhook(draft, { ...webhook, secrets: webhook.secrets.slice(0, 1) });
}

/**
 * Sends events again, before queued ones. Throws `parameter_invalid` if too many ranges are queued.
 */
export function redeliverEvents(draft: Draft, webhook: Webhook, range: EventRange): Webhook {
  const newest = draft.state.lastIds.webhookEvent;
  const { progress, kind } = webhook;
  if (kind === "events" && (range.from > range.to || range.from > newest)) {
    throw new GatehouseError("parameter_invalid", {
      message: `There are no such events; the latest is ${newest}`,
    });
  }
  if (progress.replays.length >= replaysMax) {
    throw new GatehouseError("parameter_invalid", {
      message: "Too many ranges of events already wait to be sent again",
    });
  }
  const added =
    kind === "sync" ? { from: newest, to: newest } : { ...range, to: Math.min(range.to, newest) };
  const replays = kind === "sync" ? [added] : [...progress.replays, added];
  return saveWebhook(draft, { ...webhook, progress: { ...progress, replays, nextTryAt: null } });
}

function saveWebhook(draft: Draft, webhook: Webhook): Webhook {
  draft.record({ kind: "webhook.saved", webhook });
  return webhook;
}
