import { GatehouseError } from "../../core/errors.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { CountSubmission } from "./submission-text.ts";

/** The maximum of waiting bytes while telemetry is unavailable; then the oldest are dropped. */
const waitingBytesMax = 32 * 1024 * 1024;
/** The attempts when the server stops, so that a restart of the worker loses nothing. */
const lastAttempts = 3;
const lastAttemptMs = 200;
const submitMsMax = 10_000;

/** Submissions that wait until telemetry is available; their size is limited. */
export class SubmissionOutbox {
  readonly #telemetry: Pick<Telemetry, "submit">;
  readonly #onFault: (error: unknown) => void;
  #waiting: CountSubmission[] = [];

  constructor(telemetry: Pick<Telemetry, "submit">, onFault: (error: unknown) => void) {
    this.#telemetry = telemetry;
    this.#onFault = onFault;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  add(submissions: readonly CountSubmission[]): void {
    this.#waiting.push(...submissions);
    const bytes = this.#waiting.reduce((sum, each) => sum + each.bytes.length, 0);
    let excess = bytes - waitingBytesMax;
    let dropped = 0;
    while (excess > 0) {
      excess -= this.#waiting[dropped]?.bytes.length ?? excess;
      dropped += 1;
    }
    if (dropped > 0) {
      this.#waiting = this.#waiting.slice(dropped);
      this.#onFault(new Error(`${dropped} submissions of OFREP's evaluations were dropped`));
    }
  }

  /** Submits one after the other, until all are committed or telemetry is unavailable. */
  async send(): Promise<void> {
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined || !(await this.#isSettled(first))) {
        return;
      }
      // Another one may have been dropped in the meantime.
      this.#waiting = this.#waiting.filter((each) => each !== first);
    }
  }

  /** As `send`, with some more attempts. Reports the submissions that failed. */
  async sendOrDrop(): Promise<void> {
    for (let attempt = 0; attempt < lastAttempts && this.isWaiting; attempt++) {
      await this.send();
      if (this.isWaiting) {
        await Bun.sleep(lastAttemptMs);
      }
    }
    if (this.isWaiting) {
      this.#onFault(
        new Error(`${this.#waiting.length} submissions of OFREP's evaluations are lost`),
      );
    }
  }

  /** Whether the submission needs no further attempt. */
  async #isSettled({ environment, bytes }: CountSubmission): Promise<boolean> {
    const sender = { environmentId: environment.id, projectId: environment.projectId, tokenId: 0 };
    try {
      await this.#telemetry.submit(sender, submitMsMax, async (upload) => {
        upload.reserve(bytes.length);
        return { bytes, encoding: "identity" };
      });
      return true;
    } catch (error) {
      if (error instanceof GatehouseError && error.refusal === "unavailable") {
        return false;
      }
      this.#onFault(error);
      return true;
    }
  }
}
