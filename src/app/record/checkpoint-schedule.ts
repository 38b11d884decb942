import type { SignedCheckpoint } from "../../core/model/checkpoint.ts";
import { hourMs } from "../../core/time-units.ts";
import type { Leadership } from "../writer/leadership.ts";
import type { Writer } from "../writer/writer.ts";
import type { Checkpoints } from "./checkpoints.ts";

export interface CheckpointScheduleOptions {
  readonly checkpoints: Checkpoints;
  readonly writer: Writer;
  readonly leadership: Leadership;
  /** Called with each checkpoint of this process. */
  readonly onSigned: (signed: SignedCheckpoint) => void;
  /** Called with the error of a checkpoint that could not be signed. */
  readonly onFailure: (error: unknown) => void;
  readonly startMs?: number;
  readonly everyMs?: number;
  /** After this many records, a checkpoint is due at once. */
  readonly everyRecords?: number;
}

/** The first answers of a start do not wait for a checkpoint. */
const startMsDefault = 1_000;
const recordsPerCheckpoint = 10_000;

/**
 * Signs a checkpoint soon after the start, every hour, after many records, and at the end, if a chain has
 * grown since the latest one. In a cluster, the leader does it.
 */
export class CheckpointSchedule {
  readonly #options: CheckpointScheduleOptions;
  #number = 0;
  #records = 0;

  constructor(options: CheckpointScheduleOptions) {
    this.#options = options;
  }

  /** Returns what ends the schedule. */
  start(): () => Promise<void> {
    const { leadership, writer, startMs = startMsDefault, everyMs = hourMs } = this.#options;
    let first: Timer | undefined;
    let timer: Timer | undefined;
    const ignoreCommits = writer.onCommit((changes) => this.#count(changes));
    const end = leadership.lead({
      begin: () => {
        first = setTimeout(() => this.#signInBackground(), startMs);
        first.unref();
        timer = setInterval(() => this.#signInBackground(), everyMs);
        timer.unref();
      },
      async end() {
        clearTimeout(first);
        clearInterval(timer);
      },
    });
    return async () => {
      ignoreCommits();
      await end();
      await this.sign();
    };
  }

  /** Resolves when a checkpoint is signed, or could not be. */
  async sign(): Promise<void> {
    const { checkpoints, leadership, onSigned, onFailure } = this.#options;
    if (!leadership.isLeading) {
      return;
    }
    this.#records = 0;
    try {
      const signed = await checkpoints.sign();
      if (signed.number !== this.#number) {
        this.#number = signed.number;
        onSigned(signed);
      }
    } catch (error) {
      onFailure(error);
    }
  }

  #count(changes: Parameters<Parameters<Writer["onCommit"]>[0]>[0]): void {
    const { everyRecords = recordsPerCheckpoint } = this.#options;
    for (const change of changes) {
      if (change.kind === "audit.recorded" || change.kind === "act.recorded") {
        this.#records++;
      } else if (change.kind === "audits.recorded") {
        this.#records += change.audits.values.length;
      }
    }
    if (this.#records >= everyRecords) {
      this.#signInBackground();
    }
  }

  #signInBackground(): void {
    this.#records = 0;
    // It never rejects.
    this.sign().catch(() => undefined);
  }
}
