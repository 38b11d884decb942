import { join } from "node:path";
import { GatehouseError } from "../errors.ts";
import type { Change } from "../model/change.ts";
import type { State } from "../model/state.ts";
import { lessonsOfChanges, lessonsOfState } from "./catalog-changes.ts";
import { noTally, type Tally } from "./messages/commit-tally.ts";
import type { SummaryCall } from "./messages/messages.ts";
import { pack } from "./messages/submission-batch.ts";
import { Outbox, type OutboxLimits, type Sender, type SubmissionBody } from "./submission-queue.ts";
import { addTally, type TelemetryCounters } from "./telemetry-counters.ts";
import { type Told, WorkerLink } from "./worker-link.ts";
import { type Spawn, spawnThread } from "./worker-thread.ts";

export interface TelemetryOptions {
  /** Where `worker.ts` is, relative to the entry: only the entry can say. */
  readonly workerUrl: URL;
  /** The data directory, which must exist; ":memory:" to keep nothing. */
  readonly directory: string;
  /** What is committed at the start; each later commit is told to `committed`. */
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of what went wrong without an answer that says so. */
  readonly onFault: (error: unknown) => void;
  readonly limits?: OutboxLimits;
  readonly spawn?: Spawn;
  readonly restartMsMin?: number;
}

const defaultLimits: OutboxLimits = { submissionsMax: 4_096, bytesMax: 64 * 1024 * 1024 };
const defaultRestartMsMin = 100;
const housekeepingMs = 60 * 60 * 1_000;

/** Starts the worker; resolves when it is ready. Throws a `StorageError` if the database is not. */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const telemetry = new Telemetry(options);
  await telemetry.ready;
  return telemetry;
}

/** Evaluation telemetry (DESIGN.md section 4), as the main thread sees it. */
export class Telemetry {
  /** Rejects with a `StorageError` if the database cannot be used. */
  readonly ready: Promise<void>;
  readonly #options: TelemetryOptions;
  readonly #outbox: Outbox;
  readonly #link: WorkerLink;
  #timer: Timer | undefined;
  #state: State;
  #tally: Tally = noTally;
  #refused = 0;
  #unavailable = 0;
  #workerRestarts = 0;

  constructor(options: TelemetryOptions) {
    const { workerUrl, directory } = options;
    this.#options = options;
    this.#state = options.state;
    this.#link = new WorkerLink({
      spawn: options.spawn ?? spawnThread(workerUrl),
      path: directory === ":memory:" ? directory : join(directory, "telemetry.db"),
      lessons: () => lessonsOfState(this.#state),
      onMessage: (message) => this.#receive(message),
      onGone: (reason) => this.#gone(reason),
      restartMsMin: options.restartMsMin ?? defaultRestartMsMin,
    });
    this.#outbox = new Outbox(options.limits ?? defaultLimits, (submissions) => {
      const parcel = pack(submissions);
      this.#link.send({ kind: "submissions", parcel, now: options.now() }, [
        parcel.heads.buffer,
        parcel.bodies.buffer,
      ]);
    });
    this.ready = this.#link.ready.then(() => {
      // At once too: much may have gone from gatehouse.db, or grown old, while nobody looked.
      this.#keepHouseAlone();
      this.#timer = setInterval(() => this.#keepHouseAlone(), housekeepingMs);
    });
  }

  /** Whether a worker runs and has its database open. */
  get isAlive(): boolean {
    return this.#link.isOpen;
  }

  get counters(): TelemetryCounters {
    return {
      ...this.#tally,
      refused: this.#refused,
      unavailable: this.#unavailable,
      workerRestarts: this.#workerRestarts,
      waiting: this.#outbox.count,
      waitingBytes: this.#outbox.bytes,
    };
  }

  /**
   * Reads a submission of at most `bytesExpected` bytes and counts it; resolves when that is
   * committed. Throws what is wrong with it, and `unavailable`: then the sender must repeat it,
   * and it counts once.
   */
  async submit(
    sender: Sender,
    bytesExpected: number,
    read: () => Promise<SubmissionBody>,
  ): Promise<void> {
    try {
      await this.#outbox.submit(sender, bytesExpected, read);
    } catch (error) {
      if (error instanceof GatehouseError && error.refusal === "unavailable") {
        this.#unavailable++;
      } else {
        this.#refused++;
      }
      throw error;
    }
  }

  /** Feature objects of a summary as JSON text, with commas between them. */
  summarize(asked: Omit<SummaryCall, "kind">): Promise<string> {
    return this.#link.call({ kind: "summary", ...asked });
  }

  /**
   * To be told of every commit: what is deleted takes its telemetry with it, a new feature gets
   * what its key was counted for before.
   */
  committed(changes: readonly Change[], state: State): void {
    this.#state = state;
    const lessons = lessonsOfChanges(changes, state);
    if (lessons.length > 0) {
      this.#link.teach(lessons, this.#options.now());
    }
  }

  /** Rolls up, and removes what is kept no longer; by itself once an hour. */
  async keepHouse(): Promise<void> {
    await this.#link.call({ kind: "housekeeping", now: this.#options.now() });
  }

  /** Commits everything accepted and ends the worker. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#outbox.sendRest();
    await this.#link.close();
  }

  #keepHouseAlone(): void {
    this.keepHouse().catch((error: unknown) => {
      // Without a worker there is nothing to do, and why there is none was said already.
      if (!(error instanceof GatehouseError)) {
        this.#options.onFault(error);
      }
    });
  }

  #receive(message: Told): void {
    switch (message.kind) {
      case "settled":
        this.#tally = addTally(this.#tally, message.tally);
        this.#outbox.settle(message.accepted, message.refused);
        return;
      case "clamped":
        this.#tally = addTally(this.#tally, { ...noTally, clamped: message.count });
        return;
      case "fault":
        this.#options.onFault(new Error(`telemetry: ${message.reason}`));
        return;
    }
  }

  #gone(reason: string | undefined): void {
    const cause = new GatehouseError("unavailable", "Telemetry is not available at the moment");
    this.#outbox.abandon(cause);
    if (reason !== undefined) {
      this.#workerRestarts++;
      this.#options.onFault(
        new Error(`telemetry: the worker ended and is started again: ${reason}`),
      );
    }
  }
}
