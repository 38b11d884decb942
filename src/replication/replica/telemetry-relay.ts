import { describeError } from "../../core/text/describe-error.ts";
import { relayBody } from "../primary/spooled-submission.ts";
import type { PrimaryClient } from "./primary-client.ts";
import { PrimaryError } from "./primary-error.ts";
import type { SpooledBatch, TelemetrySpool } from "./spool/telemetry-spool.ts";

export interface TelemetryRelayOptions {
  readonly spool: TelemetrySpool;
  readonly client: Pick<PrimaryClient, "relay">;
  /** Called with the reason when relaying fails, and with null when it works again. */
  readonly onChange: (reason: string | null) => void;
}

const retryMsMin = 100;
const retryMsMax = 10_000;

/**
 * Sends spooled submissions to the primary in order, and removes them after the response. If a
 * response is lost, it sends the same submissions again. The primary counts each submission once.
 */
export class TelemetryRelay {
  readonly #options: TelemetryRelayOptions;
  #isStopped = false;
  #failures = 0;
  #reason: string | null = null;
  #wake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: TelemetryRelayOptions) {
    this.#options = options;
    options.spool.onAdded(() => {
      if (this.#failures === 0) {
        this.#wake();
      }
    });
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { spool } = this.#options;
    while (!this.#isStopped) {
      const batch = spool.oldest();
      if (batch.submissions.length === 0) {
        await this.#wokenOrAfter(retryMsMax);
        continue;
      }
      try {
        await this.#send(batch);
        this.#failures = 0;
        this.#report(null);
      } catch (error) {
        this.#failures++;
        this.#report(describeError(error));
        await this.#wokenOrAfter(
          Math.min(retryMsMax, retryMsMin * 2 ** Math.min(this.#failures, 10)),
        );
      }
    }
  }

  async #send({ spool: id, submissions }: SpooledBatch): Promise<void> {
    const { spool, client } = this.#options;
    const through = await client.relay(relayBody(id, submissions));
    const settled = submissions.filter(({ sequence }) => sequence <= through);
    if (settled.length === 0) {
      throw new PrimaryError("The primary counted nothing");
    }
    spool.remove(settled);
  }

  #report(reason: string | null): void {
    if (reason !== this.#reason) {
      this.#reason = reason;
      this.#options.onChange(reason);
    }
  }

  async #wokenOrAfter(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    this.#wake = () => undefined;
  }
}
