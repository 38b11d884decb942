import { endReplay, skipEvents } from "../../app/commands/webhook-tries.ts";
import type { Writer } from "../../app/writer/writer.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ConnectionSlots } from "./connection-slots.ts";
import { type NextDelivery, nextDelivery } from "./next-delivery.ts";
import type { WebhookSender } from "./webhook-sender.ts";

export interface EndpointPumpOptions {
  readonly webhookId: number;
  readonly writer: Writer;
  readonly storage: Storage;
  readonly sender: WebhookSender;
  /** The slots for a working endpoint, or for a failing one. */
  readonly slotsFor: (webhook: Webhook) => ConnectionSlots;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onTried: (delivery: WebhookDelivery, webhook: Webhook) => void;
  readonly onFault: (error: unknown) => void;
  /** Aborted when nothing more may be sent. */
  readonly halted: AbortSignal;
  /** Whether this process still delivers: a frozen one learns with a delay that another one does. */
  readonly isLeading: () => boolean;
  /** Aborted when the current request must end. */
  readonly cutOff: AbortSignal;
  /** Calls `work` after this many milliseconds. */
  readonly later: (work: () => void, ms: number) => Timer;
}

/** A search over more events than this is stored, so that no restart repeats it. */
const storedSkipMin = 1_000;
/** The clock may jump, which no timer notices. */
const timerMsMax = 300_000;
const faultWaitMs = 1_000;

/**
 * Sends the notifications of one endpoint, one after the other: the next one is sent when the one
 * before is settled. Its progress is stored, so it continues after any restart.
 */
export class EndpointPump {
  readonly #options: EndpointPumpOptions;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #timer: Timer | undefined;
  #scannedThrough = 0;
  /** Aborted when another state is loaded: what was read or sent before is not about it. */
  #loaded = new AbortController();

  constructor(options: EndpointPumpOptions) {
    this.#options = options;
  }

  /**
   * Searches for something to send; called after every change that may need a notification, and at
   * the start.
   */
  wake(): void {
    if (this.#options.halted.aborted) {
      return;
    }
    if (this.#running !== undefined) {
      this.#isAskedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  /**
   * Searches again from the stored progress: after a failover that lost commits, other events have
   * the same ids.
   */
  reloaded(): void {
    this.#loaded.abort();
    this.#loaded = new AbortController();
    this.#scannedThrough = 0;
    this.wake();
  }

  /** Resolves when nothing is being sent; `halted` must be aborted. */
  async stopped(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    let waitMs: number | null = null;
    try {
      do {
        this.#isAskedAgain = false;
        waitMs = await this.#sendAll();
      } while (this.#isAskedAgain && !this.#options.halted.aborted);
    } catch (error) {
      if (!this.#options.cutOff.aborted) {
        this.#options.onFault(error);
        waitMs = faultWaitMs;
      }
    }
    this.#running = undefined;
    if (waitMs !== null && !this.#options.halted.aborted) {
      const ms = Math.min(Math.max(waitMs, 0), timerMsMax);
      this.#timer = this.#options.later(() => this.wake(), ms);
    }
  }

  /** Sends until nothing is left; resolves with the milliseconds until the next attempt, or null. */
  async #sendAll(): Promise<number | null> {
    const { writer, sender, halted, isLeading, now } = this.#options;
    for (;;) {
      const webhook = writer.state.webhooks.get(this.#options.webhookId);
      if (webhook === undefined || halted.aborted || !isLeading()) {
        return null;
      }
      if (webhook.pausedAt !== null || !sender.canSign(webhook)) {
        await this.#skipOthers(webhook);
        return null;
      }
      const { nextTryAt } = webhook.progress;
      if (nextTryAt !== null && nextTryAt > now()) {
        return nextTryAt - now();
      }
      if (!(await this.#sendNext(webhook))) {
        return null;
      }
    }
  }

  /** Events that are not for a paused endpoint must not count as lost to it later. */
  async #skipOthers(webhook: Webhook): Promise<void> {
    const { signal } = this.#loaded;
    const next = await this.#next(webhook);
    if (next.kind === "nothing" && !signal.aborted) {
      await this.#skip(webhook, next.scannedThrough);
    }
  }

  #next(webhook: Webhook): Promise<NextDelivery> {
    const { writer, storage } = this.#options;
    const { webhookEvent: through } = writer.state.lastIds;
    return nextDelivery(storage.reads, webhook, { through, scannedThrough: this.#scannedThrough });
  }

  async #skip({ id, progress }: Webhook, through: number): Promise<void> {
    this.#scannedThrough = through;
    if (through - progress.settled >= storedSkipMin) {
      await this.#options.writer.submit((draft) => skipEvents(draft, id, through));
    }
  }

  /** Resolves with whether there may be more. */
  async #sendNext(webhook: Webhook): Promise<boolean> {
    const { writer, sender, slotsFor, onTried, halted, isLeading, cutOff } = this.#options;
    const { signal: superseded } = this.#loaded;
    const next = await this.#next(webhook);
    if (superseded.aborted) {
      return true;
    }
    switch (next.kind) {
      case "nothing":
        await this.#skip(webhook, next.scannedThrough);
        return false;
      case "replay ended":
        await writer.submit((draft) => endReplay(draft, webhook.id, next.replay));
        return true;
      case "delivery": {
        const signals = { signal: AbortSignal.any([cutOff, superseded]), superseded };
        const tried = await slotsFor(webhook).hold(async () =>
          halted.aborted || !isLeading() ? undefined : sender.try(webhook, next.facts, signals),
        );
        const after = writer.state.webhooks.get(webhook.id);
        if (tried !== undefined && after !== undefined) {
          onTried(tried, after);
        }
        return true;
      }
    }
  }
}
