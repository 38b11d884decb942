import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  endEarlierSecrets,
  type NewWebhook,
  pauseWebhook,
  redeliverEvents,
  resumeWebhook,
  rotateSecret,
  type WebhookEdit,
} from "../app/commands/webhook-commands.ts";
import type { Writer } from "../app/writer/writer.ts";
import { GatehouseError } from "../core/errors.ts";
import type { Draft } from "../core/model/draft.ts";
import type { EventRange, Webhook } from "../core/model/webhook.ts";
import type { WebhookDelivery } from "../core/model/webhook-delivery.ts";
import type { Storage, WebhookDeliveryQuery } from "../storage/storage.ts";
import { type DeliveredPayload, deliveredPayload } from "./delivery/delivered-payload.ts";
import { isWaiting } from "./delivery/next-delivery.ts";
import type { WebhookSender } from "./delivery/webhook-sender.ts";
import { eventMessage } from "./messages/event-message.ts";
import { syncMessage } from "./messages/sync-message.ts";
import { newWebhookSecret } from "./secrets/new-webhook-secret.ts";
import type { SecretVault } from "./secrets/secret-vault.ts";
import type { AllowedNetworks, TargetCheck } from "./targets/webhook-target.ts";

export interface WebhookServiceOptions {
  readonly writer: Writer;
  readonly storage: Storage;
  readonly vault: SecretVault;
  readonly sender: WebhookSender;
  readonly check: (url: string, allowed: AllowedNetworks) => Promise<TargetCheck>;
  readonly allowed: AllowedNetworks;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Checks in the command of a change that its author may still make it. */
export type CheckAuthor = (draft: Draft) => void;

/** An endpoint, and its secret, which is shown once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** For how long the earlier secret stays valid, in milliseconds. */
export const overlapDefaultMs = 86_400_000;

/**
 * The operations on endpoints, for the command line and the UI. All methods reject with
 * `parameter_invalid` for a missing endpoint, and for an operation that is not possible.
 */
export class WebhookService {
  readonly #options: WebhookServiceOptions;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
  }

  async create(
    values: Omit<NewWebhook, "sealedSecret">,
    checkAuthor: CheckAuthor,
  ): Promise<WebhookWithSecret> {
    const { writer, vault } = this.#options;
    requireNoFilters(values);
    await this.#requireTarget(values.url);
    const secret = newWebhookSecret(values.kind);
    const sealedSecret = vault.seal(secret);
    const webhook = await writer.submit((draft) => {
      checkAuthor(draft);
      return createWebhook(draft, { ...values, sealedSecret });
    });
    return { webhook, secret };
  }

  async rotate(
    id: number,
    checkAuthor: CheckAuthor,
    overlapMs: number,
  ): Promise<WebhookWithSecret> {
    const { vault } = this.#options;
    const { kind } = requireWebhook(this.#options.writer.state.webhooks.get(id));
    const secret = newWebhookSecret(kind);
    const sealed = vault.seal(secret);
    const webhook = await this.#change(id, checkAuthor, (draft, known) =>
      rotateSecret(draft, known, { sealed, overlapMs }),
    );
    return { webhook, secret };
  }

  /** From now on signs only with the latest secret. */
  endEarlierSecrets(id: number, checkAuthor: CheckAuthor): Promise<Webhook> {
    return this.#change(id, checkAuthor, endEarlierSecrets);
  }

  delete(id: number, checkAuthor: CheckAuthor): Promise<Webhook> {
    return this.#change(id, checkAuthor, (draft, webhook) => {
      deleteWebhook(draft, webhook);
      return webhook;
    });
  }

  pause(id: number, checkAuthor: CheckAuthor): Promise<Webhook> {
    return this.#change(id, checkAuthor, (draft, webhook) =>
      pauseWebhook(draft, webhook, "person"),
    );
  }

  resume(id: number, checkAuthor: CheckAuthor): Promise<Webhook> {
    return this.#change(id, checkAuthor, resumeWebhook);
  }

  /** Sends events again: at once if a server runs, otherwise after its next start. */
  redeliver(id: number, checkAuthor: CheckAuthor, range: EventRange): Promise<Webhook> {
    return this.#change(id, checkAuthor, (draft, webhook) =>
      redeliverEvents(draft, webhook, range),
    );
  }

  /**
   * Changes an endpoint, whose secret stays. Events that were not for it stay unsent, also with
   * filters that would let them through.
   */
  async edit(id: number, checkAuthor: CheckAuthor, changes: WebhookEdit): Promise<Webhook> {
    const {
      writer,
      storage: { reads },
    } = this.#options;
    const known = requireWebhook(writer.state.webhooks.get(id));
    const { kind, url, eventTypes, keyPattern } = { ...known, ...changes };
    requireNoFilters({ kind, eventTypes, keyPattern });
    if (url !== known.url) {
      await this.#requireTarget(url);
    }
    const through = writer.state.lastIds.webhookEvent;
    const isUpToDate = kind === "events" && !(await isWaiting(reads, known, through));
    return await this.#change(id, checkAuthor, (draft, webhook) => {
      const hasSameFilters =
        webhook.eventTypes === known.eventTypes && webhook.keyPattern === known.keyPattern;
      const settled = isUpToDate && hasSameFilters ? through : 0;
      return editWebhook(draft, webhook, changes, settled);
    });
  }

  /** A delivery with its payload; undefined if there is none. */
  async delivery(webhook: Webhook, sequence: number): Promise<DeliveredPayload | undefined> {
    const {
      storage: { reads },
    } = this.#options;
    const [found] = await reads.webhookDeliveries({
      webhookId: webhook.id,
      before: sequence + 1,
      limit: 1,
    });
    return found?.sequence === sequence ? await deliveredPayload(reads, webhook, found) : undefined;
  }

  deliveries(query: WebhookDeliveryQuery): Promise<readonly WebhookDelivery[]> {
    return this.#options.storage.reads.webhookDeliveries(query);
  }

  /** Whether the secrets can be read; otherwise the endpoint gets nothing until it has a new one. */
  canSign(webhook: Webhook): boolean {
    return this.#options.sender.canSign(webhook);
  }

  statusOf(webhook: Webhook): "active" | "failing" | "paused" | "needs_rotate" {
    if (webhook.pausedAt !== null) {
      return "paused";
    }
    if (!this.canSign(webhook)) {
      return "needs_rotate";
    }
    return webhook.progress.failingSince === null ? "active" : "failing";
  }

  /** Sends a test message without an event, once, also to a paused endpoint. */
  async test(id: number, checkAuthor: CheckAuthor): Promise<WebhookDelivery> {
    const { writer, sender, now } = this.#options;
    const webhook = await this.#change(id, checkAuthor, (_draft, known) => known);
    if (!sender.canSign(webhook)) {
      throw invalid("The secret of the webhook cannot be read; give it a new one with rotate");
    }
    const { environmentId, kind } = webhook;
    const messageId = crypto.randomUUID();
    const environment = writer.state.environments.get(environmentId);
    const data = JSON.stringify({
      environment: environment && { id: environment.id, slug: environment.slug },
    });
    const message =
      kind === "sync"
        ? syncMessage({ environmentId, webhookId: id, deliveryId: messageId })
        : eventMessage({ id: `evt_${messageId}`, type: "webhook.test", createdAt: now(), data });
    const events = { fromEvent: null, toEvent: null };
    const tried = await sender.try(webhook, {
      message,
      replay: null,
      attempt: 1,
      key: null,
      ...events,
    });
    if (tried === undefined) {
      throw invalid("The webhook has been deleted");
    }
    return tried;
  }

  async #requireTarget(url: string): Promise<void> {
    const { check, allowed } = this.#options;
    const checked = await check(url, allowed);
    if (!checked.ok) {
      throw invalid(`The URL ${checked.reason}`);
    }
  }

  #change(
    id: number,
    checkAuthor: CheckAuthor,
    work: (draft: Draft, webhook: Webhook) => Webhook,
  ): Promise<Webhook> {
    return this.#options.writer.submit((draft) => {
      checkAuthor(draft);
      return work(draft, requireWebhook(draft.state.webhooks.get(id)));
    });
  }
}

function requireNoFilters({
  kind,
  eventTypes,
  keyPattern,
}: Pick<Webhook, "kind" | "eventTypes" | "keyPattern">): void {
  if (kind === "sync" && (eventTypes.length > 0 || keyPattern !== null)) {
    throw invalid("A sync webhook is notified of every change of a feature, and has no filters");
  }
}

export function requireWebhook(webhook: Webhook | undefined): Webhook {
  if (webhook === undefined) {
    throw invalid("There is no such webhook");
  }
  return webhook;
}

function invalid(message: string): GatehouseError {
  return new GatehouseError("parameter_invalid", { message });
}
