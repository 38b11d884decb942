import { join } from "node:path";
import { GatehouseError } from "../core/errors.ts";
import type { Change } from "../core/model/change.ts";
import type { State } from "../core/model/state.ts";
import { catalogChangesBetween, catalogChangesOf, catalogOfState } from "./catalog-changes.ts";
import { describeJump } from "./describe-jump.ts";
import { type CommitTally, droppedAsUnknown, emptyCommitTally } from "./messages/commit-tally.ts";
import type { SetAsideDatabase, WorkerCall } from "./messages/messages.ts";
import { packBatch } from "./messages/submission-batch.ts";
import { defaultWorkerSettings } from "./messages/worker-settings.ts";
import type { SubmissionQueueLimits } from "./queue-shares.ts";
import {
  type SubmissionBody,
  SubmissionQueue,
  type SubmissionSender,
  type Upload,
} from "./submission-queue.ts";
import { TelemetryCalls } from "./telemetry-calls.ts";
import { addCommitTallies, type TelemetryCounters } from "./telemetry-counters.ts";
import type { TelemetryOptions } from "./telemetry-options.ts";
import { defaultUploadDeadlines, UploadDeadlines } from "./upload-deadlines.ts";
import { WorkerCallError } from "./worker-call-error.ts";
import { WorkerLink, type WorkerReport } from "./worker-link.ts";
import { workerThreadSpawner } from "./worker-thread.ts";

const defaultLimits: SubmissionQueueLimits = { submissionsMax: 4_096, bytesMax: 64 * 1024 * 1024 };
const defaultRestartMsMin = 100;
const housekeepingMs = 60 * 60 * 1_000;

/**
 * Starts the worker; resolves when it is ready. Throws a `StorageError` if the database cannot be
 * used.
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const telemetry = new Telemetry(options);
  await telemetry.start();
  return telemetry;
}

/**
 * The main thread's side of evaluation telemetry (docs/internals.md#telemetry-worker). Until its
 * first worker is ready, probes and guards wait, and everything else is refused with `unavailable`.
 * A worker that rests is started by the first of them, except probes, and all wait for it.
 */
export class Telemetry extends TelemetryCalls {
  readonly #options: TelemetryOptions;
  readonly #queue: SubmissionQueue;
  readonly #link: WorkerLink;
  #timer: Timer | undefined;
  #state: State;
  #tally: CommitTally = emptyCommitTally;
  #refused = 0;
  #unavailable = 0;
  #workerRestarts = 0;
  #isReplaced = false;

  constructor(options: TelemetryOptions) {
    super();
    const { workerUrl, directory } = options;
    this.#options = options;
    this.#state = options.state;
    this.#link = new WorkerLink({
      spawn: options.spawn ?? workerThreadSpawner(workerUrl),
      path: directory === ":memory:" ? directory : join(directory, "telemetry.db"),
      settings: options.worker ?? defaultWorkerSettings,
      now: options.now,
      catalog: () => catalogOfState(this.#state),
      onReport: (report) => this.#receive(report),
      onOpened: (setAside) => this.#opened(setAside),
      onWorkerEnd: (reason) => this.#workerEnded(reason),
      restartMsMin: options.restartMsMin ?? defaultRestartMsMin,
    });
    if (options.restsAtFirst === true) {
      this.#link.rest();
    }
    const deadlines = new UploadDeadlines(options.uploads ?? defaultUploadDeadlines);
    this.#queue = new SubmissionQueue(options.limits ?? defaultLimits, deadlines, (submissions) => {
      const batch = packBatch(submissions);
      this.#link.send({ kind: "submissions", batch, now: options.now() }, [
        batch.heads.buffer,
        batch.bodies.buffer,
      ]);
    });
  }

  /** Starts the worker, unless it rests. Rejects with a `StorageError` if the database cannot be used. */
  async start(): Promise<void> {
    if (this.#options.restsAtFirst !== true) {
      await this.#link.start();
    }
    this.#timer = setInterval(() => {
      if (!this.#link.isResting) {
        this.#startHousekeeping();
      }
    }, housekeepingMs);
  }

  /** Ends the wait of guards and probes for a start that will not come. */
  cancelStart(): void {
    this.#link.cancelStart();
  }

  /** Whether a worker runs and has its database open, or no worker is needed. */
  get isAlive(): boolean {
    return this.#link.isOpen || this.#link.isResting;
  }

  /** Whether the database was damaged, and replaced by a new one, since the process started. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  get counters(): TelemetryCounters {
    return {
      ...this.#tally,
      refused: this.#refused,
      unavailable: this.#unavailable,
      workerRestarts: this.#workerRestarts,
      waiting: this.#queue.count,
      waitingBytes: this.#queue.bytes,
    };
  }

  /**
   * Receives a submission with `receive`, in at most `limitMs` milliseconds, and counts it;
   * resolves when that is committed. Throws the submission's refusal, or `unavailable`: then the
   * client must repeat the submission, which counts once even if it was already committed.
   */
  async submit(
    sender: SubmissionSender,
    limitMs: number,
    receive: (upload: Upload) => Promise<SubmissionBody>,
  ): Promise<void> {
    try {
      const waking = this.#link.wake();
      if (waking !== undefined) {
        await waking;
      }
      await this.#queue.submit(sender, limitMs, receive);
    } catch (error) {
      if (error instanceof GatehouseError && error.refusal === "unavailable") {
        this.#unavailable++;
      } else {
        this.#refused++;
      }
      throw error;
    }
  }

  protected override get ready(): Promise<void> {
    return this.#link.ready;
  }

  protected override get now(): () => number {
    return this.#options.now;
  }

  protected override async callWorker(call: WorkerCall): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#link.call(call);
    } catch (error) {
      if (error instanceof WorkerCallError && error.isStorageFailure) {
        const what = call.kind === "summary" ? "a summary" : "counts";
        this.#options.onFault(new Error(`telemetry: ${what} could not be read`, { cause: error }));
        throw new GatehouseError("unavailable", { cause: error });
      }
      throw error;
    }
  }

  /**
   * Must be called after every commit to gatehouse.db. Telemetry of deleted features and
   * environments is deleted, and a new feature gets the existing counts of its key.
   */
  applyCommit(changes: readonly Change[], state: State): void {
    this.#state = state;
    this.#link.sendCatalogChanges(catalogChangesOf(changes, state), this.#options.now());
  }

  /** Must be called when the state was replaced, instead of `applyCommit`. */
  applyReload(state: State): void {
    this.#link.sendCatalogChanges(catalogChangesBetween(this.#state, state), this.#options.now());
    this.#state = state;
  }

  /** Rolls up and deletes old counts; this also runs at the start and once an hour. */
  async runHousekeeping(): Promise<void> {
    await this.#link.call({ kind: "housekeeping", now: this.#options.now() });
  }

  /** Waits for a first worker that is starting. Rejects if none runs, or while submissions could not be committed. */
  async probe(): Promise<void> {
    await this.ready;
    if (this.#link.isResting) {
      return;
    }
    await this.#link.wake();
    if (!this.isAlive) {
      throw new Error("the worker does not run");
    }
    await this.#link.call({ kind: "probe" });
  }

  /** Commits everything accepted and ends the worker. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#queue.sendAll();
    await this.#link.close();
  }

  #startHousekeeping(): void {
    this.runHousekeeping().catch((error: unknown) => {
      // `unavailable` is no fault here: the end of the worker was already reported.
      if (!(error instanceof GatehouseError)) {
        this.#options.onFault(error);
      }
    });
  }

  #opened(setAside: SetAsideDatabase | undefined): void {
    if (setAside !== undefined) {
      const { file, reason } = setAside;
      this.#isReplaced = true;
      this.#options.onFault(
        new Error(
          `telemetry: a new database was created; the damaged one is now ${file}: ${reason}`,
        ),
      );
    }
    // At once: features may have been deleted, or counts have passed their retention, since the
    // last run.
    this.#startHousekeeping();
  }

  #receive(report: WorkerReport): void {
    switch (report.kind) {
      case "settled":
        this.#tally = addCommitTallies(this.#tally, report.tally);
        this.#queue.settle(report.accepted, report.refused);
        return;
      case "clamped":
        this.#tally = addCommitTallies(this.#tally, { ...emptyCommitTally, clamped: report.count });
        return;
      case "unknown_dropped":
        this.#tally = addCommitTallies(this.#tally, droppedAsUnknown(report.count));
        return;
      case "clock_jumped":
        this.#warn(describeJump(report.jumpMs));
        return;
      case "fault":
        this.#options.onFault(new Error(`telemetry: ${report.reason}`));
        return;
    }
  }

  #warn(reason: string): void {
    const { onWarning, onFault } = this.#options;
    if (onWarning === undefined) {
      onFault(new Error(`telemetry: ${reason}`));
    } else {
      onWarning(reason);
    }
  }

  #workerEnded(reason: string | undefined): void {
    const cause = new GatehouseError("unavailable", {
      message: "Telemetry is not available at the moment",
    });
    this.#queue.rejectAll(cause);
    if (reason !== undefined) {
      this.#workerRestarts++;
      this.#options.onFault(
        new Error(`telemetry: the worker ended and is started again: ${reason}`),
      );
    }
  }
}
