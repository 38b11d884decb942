import type { GateKey } from "../../core/evaluation/gates.ts";
import type { Environment } from "../../core/model/environment.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { minuteMs } from "../../core/time-units.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { EvaluationTally } from "./evaluation-tally.ts";
import type { FlagParts } from "./flag-list.ts";
import { SubmissionOutbox } from "./submission-outbox.ts";
import { submissionsOf } from "./submission-text.ts";

export interface EvaluationCounterOptions {
  readonly telemetry: Pick<Telemetry, "submit">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  /** The interval of the check for a new minute; every second unless given. */
  readonly checkMs?: number | undefined;
}

const secondsPerMinute = 60;
const checkMsDefault = 1_000;
/** With more keys the counts are submitted before the minute ends. */
const keysMax = 200_000;

/**
 * Counts the evaluations that this server makes for its clients as their telemetry. Counts stay in
 * memory and are submitted every minute, so that no evaluation waits for it (docs/api.md#ofrep).
 */
export class EvaluationCounter {
  readonly #options: EvaluationCounterOptions;
  readonly #outbox: SubmissionOutbox;
  readonly #work = new OneAtATime();
  readonly #timer: Timer;
  #minute: number;
  #isSending = false;
  #tally = new EvaluationTally();

  constructor(options: EvaluationCounterOptions) {
    this.#options = options;
    this.#outbox = new SubmissionOutbox(options.telemetry, options.onFault);
    this.#minute = this.#currentMinute();
    this.#timer = setInterval(() => this.#check(), options.checkMs ?? checkMsDefault);
    this.#timer.unref();
  }

  countOne(environment: Environment, key: string, isEnabled: boolean): void {
    this.#tallyOfNow().countOne(environment, key, isEnabled);
  }

  /** Counts the evaluation of an unknown key. */
  countUnknown(environment: Environment, key: string): void {
    this.#tallyOfNow().countUnknown(environment, key);
  }

  /** Counts an evaluation of all features. */
  countAll(
    environment: Environment,
    parts: FlagParts,
    openGates: readonly (GateKey | null)[],
  ): void {
    this.#tallyOfNow().countAll(environment, parts, openGates);
  }

  /** Submits the counts. Resolves when they are committed, or after repeated failures. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#submitTally();
    await this.#work.run(() => this.#outbox.sendOrDrop());
  }

  #currentMinute(): number {
    return Math.floor(this.#options.now() / minuteMs);
  }

  #tallyOfNow(): EvaluationTally {
    if (this.#currentMinute() !== this.#minute) {
      this.#submitTally();
    }
    return this.#tally;
  }

  #check(): void {
    if (this.#currentMinute() !== this.#minute || this.#tally.keyCount > keysMax) {
      this.#submitTally();
    } else if (this.#outbox.isWaiting && !this.#isSending) {
      // An attempt may take long, and further attempts at the same time would be useless.
      this.#isSending = true;
      this.#run(() =>
        this.#outbox.send().finally(() => {
          this.#isSending = false;
        }),
      );
    }
  }

  /** Starts a new tally, and submits the last one. */
  #submitTally(): void {
    const tally = this.#tally;
    const seconds = this.#minute * secondsPerMinute;
    this.#tally = new EvaluationTally();
    this.#minute = this.#currentMinute();
    if (tally.keyCount > 0) {
      this.#run(async () => {
        this.#outbox.add(await inSlices(submissionsOf(tally, seconds)));
        await this.#outbox.send();
      });
    }
  }

  #run(work: () => Promise<void>): void {
    this.#work.run(work).catch(this.#options.onFault);
  }
}
