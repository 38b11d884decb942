import type { Webhook } from "../../src/core/model/webhook.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { createWebhooks } from "../../src/webhooks/create-webhooks.ts";
import { WebhookPumps } from "../../src/webhooks/delivery/webhook-pumps.ts";
import type { TargetAnswer, TargetRequest } from "../../src/webhooks/targets/webhook-target.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { ownerCaller } from "../helpers/owner-caller.ts";

export interface SentMessage {
  readonly request: TargetRequest;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch, of the clock of the fixture. */
  readonly at: number;
}

export const answered = (
  status: number,
  body = "",
  headers: Readonly<Record<string, string>> = {},
): TargetAnswer => ({ kind: "answered", status, headers: new Headers(headers), body });

/** The receivers: each URL has a function that answers; all others answer 200. */
export type Receivers = Readonly<
  Record<string, (sent: SentMessage) => TargetAnswer | Promise<TargetAnswer>>
>;

/**
 * A hosted server in this process whose webhooks reach stand-ins. Waits for another try take no
 * time: the clock is put forward instead.
 */
export async function startWebhooks(
  receivers: Receivers = {},
  options: Parameters<typeof startHosted>[0] = {},
) {
  const clock = { now: 1_800_000_000_000 };
  const opened = options.opened ?? (await openSqliteStorage(":memory:"));
  const server = await startHosted({ ...options, opened, now: () => clock.now });
  const { writer, features } = server.deployment;
  const sent: SentMessage[] = [];
  const waits: number[] = [];
  const faults: unknown[] = [];
  const shared = { writer, storage: opened.storage, now: () => clock.now };
  const { service, sender } = createWebhooks({
    ...shared,
    directory: null,
    allowed: [],
    version: "1.2.3",
    check: async (url) =>
      url.includes("refused") ? { ok: false, reason: "is not public" } : { ok: true },
    async send(request) {
      const body: Readonly<Record<string, unknown>> = JSON.parse(request.body ?? "");
      const message = { request, body, at: clock.now };
      sent.push(message);
      return (await receivers[request.url]?.(message)) ?? answered(200);
    },
  });
  const pumps = new WebhookPumps({
    ...shared,
    sender,
    onTried: () => undefined,
    onFault: (error) => void faults.push(error),
    later(work, ms) {
      waits.push(ms);
      clock.now += ms;
      return setTimeout(work, 0);
    },
  });
  pumps.start();
  const caller = () => ownerCaller(writer.state, server.production);
  return {
    ...{ server, writer, features, service, pumps, clock, sent, waits, faults, caller },
    create(values: Partial<Parameters<typeof service.create>[0]> = {}) {
      return service.create(
        {
          environment: server.production,
          kind: "events",
          name: "n",
          url: "https://a.example/",
          eventTypes: [],
          keyPattern: null,
          ...values,
        },
        () => undefined,
      );
    },
    /** The endpoint as it is now. */
    now({ id }: Webhook): Webhook {
      const webhook = writer.state.webhooks.get(id);
      if (webhook === undefined) {
        throw new Error("the webhook is gone");
      }
      return webhook;
    },
    /** Waits until a condition holds. */
    async until(condition: () => boolean): Promise<void> {
      while (!condition()) {
        await Bun.sleep(1);
      }
    },
    /** Waits until nothing is being sent to any endpoint that is not paused. */
    async settled(): Promise<void> {
      for (let calm = 0; calm < 5; calm++) {
        const before = sent.length;
        await Bun.sleep(5);
        calm = sent.length === before ? calm : 0;
      }
    },
    async [Symbol.asyncDispose]() {
      await pumps.stop();
      await server.stop();
      if (faults.length > 0) {
        throw faults[0];
      }
    },
  };
}
