import { recordTry, type WebhookTry } from "../../app/commands/webhook-tries.ts";
import type { Writer } from "../../app/writer/writer.ts";
import { type EventRange, validSecrets, type Webhook } from "../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import { secondMs } from "../../core/time-units.ts";
import type { WebhookMessage } from "../messages/webhook-message.ts";
import type { SecretVault } from "../secrets/secret-vault.ts";
import type { AllowedNetworks, TargetAnswer, TargetRequest } from "../targets/webhook-target.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { triesMax, waitAfter } from "./retry-schedule.ts";

export interface SenderOptions {
  readonly writer: Writer;
  readonly vault: SecretVault;
  readonly send: (request: TargetRequest) => Promise<TargetAnswer>;
  readonly allowed: AllowedNetworks;
  readonly userAgent: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** The content of a delivery. */
export interface DeliveryFacts
  extends Pick<WebhookDelivery, "key" | "fromEvent" | "toEvent" | "attempt"> {
  readonly message: WebhookMessage;
  readonly replay: EventRange | null;
}

export interface TrySignals {
  /** Ends the request early. */
  readonly signal?: AbortSignal;
  /** Aborted when another state was loaded, whose events have other ids. */
  readonly superseded?: AbortSignal;
}

/** Endpoints that fail for this long are paused. */
export const failingMsMax = 5 * 86_400_000;

/** Sends messages to endpoints, and records the outcomes. */
export class WebhookSender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Whether there is a secret to sign with; after a restore elsewhere there is none. */
  canSign(webhook: Webhook): boolean {
    return this.#secretsOf(webhook).length > 0;
  }

  /**
   * Tries once, and resolves with the recorded delivery; undefined if the endpoint was deleted
   * since, or `superseded` is aborted. Rejects if it cannot be recorded: then it will be sent again.
   */
  async try(
    webhook: Webhook,
    facts: DeliveryFacts,
    { signal, superseded }: TrySignals = {},
  ): Promise<WebhookDelivery | undefined> {
    const { writer, send, allowed, userAgent, now } = this.#options;
    const { message } = facts;
    const startedAt = now();
    const secrets = this.#secretsOf(webhook);
    const answer = await send({
      url: webhook.url,
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        ...message.sign(secrets, Math.floor(startedAt / secondMs)),
      },
      body: message.body,
      allowed,
      ...(signal === undefined ? {} : { signal }),
    });
    // A request that the stop of the server interrupted proves nothing about the endpoint.
    if (signal?.aborted === true) {
      return undefined;
    }
    const tried = this.#judged(webhook, facts, { answer, startedAt });
    const after = await writer.submit((draft) =>
      superseded?.aborted === true ? undefined : recordTry(draft, tried),
    );
    return (
      after && { ...tried.delivery, webhookId: webhook.id, sequence: after.progress.lastDelivery }
    );
  }

  #judged(
    webhook: Webhook,
    { message, replay, attempt, key, fromEvent, toEvent }: DeliveryFacts,
    { answer, startedAt }: { readonly answer: TargetAnswer; readonly startedAt: number },
  ): WebhookTry {
    const { now, random } = this.#options;
    const endedAt = now();
    const { groups, pause, retryAfter, ...judged } = judgeAnswer(webhook.kind, answer);
    const isLast = judged.outcome === "failed" && (attempt >= triesMax || toEvent === null);
    const outcome = isLast ? "gave_up" : judged.outcome;
    const failingSince = webhook.progress.failingSince ?? endedAt;
    const isDead = outcome !== "delivered" && endedAt - failingSince >= failingMsMax;
    return {
      webhookId: webhook.id,
      delivery: {
        ...{ messageId: message.id, type: message.type, key, fromEvent, toEvent, attempt },
        ...{ startedAt, durationMs: Math.max(0, endedAt - startedAt) },
        ...judged,
        outcome,
      },
      replay,
      nextTryAt:
        outcome === "failed" ? Math.ceil(endedAt + waitAfter(attempt, random(), retryAfter)) : null,
      pause: toEvent === null ? null : isDead ? "failing" : pause,
      groups,
    };
  }

  #secretsOf(webhook: Webhook): readonly string[] {
    const { vault, now } = this.#options;
    return validSecrets(webhook, now()).flatMap(({ sealed }) => vault.open(sealed) ?? []);
  }
}
