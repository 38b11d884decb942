import { removeEvents } from "../../app/commands/webhook-tries.ts";
import type { Writer } from "../../app/writer/writer.ts";
import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import { isNotifiedOf, type WebhookEvent } from "../../core/model/webhook-event.ts";
import { hourMs } from "../../core/time-units.ts";
import type { Storage } from "../../storage/storage.ts";
import { ConnectionSlots } from "./connection-slots.ts";
import { EndpointPump } from "./endpoint-pump.ts";
import { isWaiting } from "./next-delivery.ts";
import type { WebhookSender } from "./webhook-sender.ts";

export interface WebhookPumpsOptions {
  readonly writer: Writer;
  readonly storage: Storage;
  readonly sender: WebhookSender;
  /** Whether this process still delivers; always by default. */
  readonly isLeading?: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onTried: (delivery: WebhookDelivery, webhook: Webhook) => void;
  readonly onFault: (error: unknown) => void;
  /** `setTimeout` by default. */
  readonly later?: (work: () => void, ms: number) => Timer;
}

/** How many endpoints get requests at once; failing ones have their own slots. */
const workingSlots = 64;
const failingSlots = 16;
const eventsPerLook = 10_000;
/** How long an event is stored for endpoints that were not notified of it. */
const eventAgeMsMax = 30 * 24 * hourMs;
/** How long a stop waits for responses; interrupted requests are sent again after the next start. */
const stopGraceMs = 300;

/** Delivers to all endpoints, each at its own pace: none waits for another one. */
export class WebhookPumps {
  readonly #options: WebhookPumpsOptions;
  readonly #pumps = new Map<number, EndpointPump>();
  readonly #working = new ConnectionSlots(workingSlots);
  readonly #failing = new ConnectionSlots(failingSlots);
  readonly #halted = new AbortController();
  readonly #cutOff = new AbortController();
  #unlisten: readonly (() => void)[] = [];
  #cleaning: Timer | undefined;

  constructor(options: WebhookPumpsOptions) {
    this.#options = options;
  }

  start(): void {
    const { writer, onFault } = this.#options;
    this.#unlisten = [
      writer.onCommit((changes, state) => this.#committed(changes, state)),
      writer.onReload((state) => this.#reloaded(state)),
    ];
    this.#cleaning = setInterval(() => void this.removeOldEvents().catch(onFault), hourMs);
    this.#cleaning.unref();
    this.#reloaded(writer.state);
  }

  /** A reload still matters to the deliveries that end meanwhile. */
  async stop(): Promise<void> {
    clearInterval(this.#cleaning);
    this.#halted.abort();
    const timer = setTimeout(() => this.#cutOff.abort(), stopGraceMs);
    await Promise.all(Array.from(this.#pumps.values(), (pump) => pump.stopped()));
    clearTimeout(timer);
    for (const unlisten of this.#unlisten) {
      unlisten();
    }
  }

  #committed(changes: readonly Change[], state: State): void {
    for (const change of changes) {
      switch (change.kind) {
        case "webhook.saved":
          this.#wake(change.webhook.id);
          break;
        case "webhook.deleted":
          this.#pumps.delete(change.webhookId);
          break;
        case "webhook_events.recorded":
          this.#recorded(change.events, state);
          break;
        case "environment.deleted":
          this.#forgetDeleted(state);
          break;
        default:
          break;
      }
    }
  }

  #reloaded(state: State): void {
    this.#forgetDeleted(state);
    for (const id of state.webhooks.keys()) {
      this.#pumpOf(id).reloaded();
    }
  }

  #forgetDeleted({ webhooks }: State): void {
    for (const id of this.#pumps.keys()) {
      if (!webhooks.has(id)) {
        this.#pumps.delete(id);
      }
    }
  }

  /** From time to time wakes all endpoints, so that those with few events do not stay far behind. */
  #recorded(events: readonly WebhookEvent[], state: State): void {
    const isLook = events.some(({ id }) => id % eventsPerLook === 0);
    for (const webhook of state.webhooks.values()) {
      const isNotified = events.some(
        (event) => event.environmentId === webhook.environmentId && isNotifiedOf(webhook, event),
      );
      if (isNotified || isLook) {
        this.#wake(webhook.id);
      }
    }
  }

  #wake(webhookId: number): void {
    this.#pumpOf(webhookId).wake();
  }

  #pumpOf(webhookId: number): EndpointPump {
    let pump = this.#pumps.get(webhookId);
    if (pump === undefined) {
      pump = new EndpointPump({
        later: setTimeout,
        isLeading: () => true,
        ...this.#options,
        webhookId,
        slotsFor: ({ progress }) =>
          progress.failingSince === null ? this.#working : this.#failing,
        halted: this.#halted.signal,
        cutOff: this.#cutOff.signal,
      });
      this.#pumps.set(webhookId, pump);
    }
    return pump;
  }

  /** Removes expired events, and records which endpoints still waited for them. */
  async removeOldEvents(): Promise<void> {
    const { writer, storage, now, isLeading = () => true } = this.#options;
    if (!isLeading()) {
      return;
    }
    const through = await storage.reads.latestWebhookEventBefore(now() - eventAgeMsMax);
    if (through === 0) {
      return;
    }
    const waiting = new Set<number>();
    for (const webhook of writer.state.webhooks.values()) {
      if (await isWaiting(storage.reads, webhook, through)) {
        waiting.add(webhook.id);
      }
    }
    await writer.submit((draft) => removeEvents(draft, through, waiting));
  }
}
