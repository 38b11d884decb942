import type { Database, Statement } from "bun:sqlite";
import { GatehouseError } from "../../../core/errors.ts";
import { SerialQueue } from "../../../storage/sqlite/database/serial-queue.ts";
import type { SpooledSubmission } from "../../primary/spooled-submission.ts";
import { RelayedSpools } from "./relayed-spools.ts";
import { openSpoolDatabase, type SpoolRun } from "./spool-database.ts";
import { type OpenSpoolLog, SpoolLog } from "./spool-log.ts";

export interface SpoolLimits {
  readonly submissionsMax: number;
  readonly bytesMax: number;
}

export type NewSubmission = Omit<SpooledSubmission, "sequence">;

interface Waiting {
  readonly submission: NewSubmission;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Row {
  readonly sequence: number;
  readonly environment: number;
  readonly encoding: "gzip" | "identity";
  readonly body: Uint8Array<ArrayBuffer>;
  readonly minute: number;
}

/** Submissions of one run; the primary remembers their sequences by the run's id. */
export interface SpooledBatch {
  readonly spool: string;
  readonly submissions: readonly SpooledSubmission[];
}

const limitsDefault: SpoolLimits = { submissionsMax: 1_000_000, bytesMax: 1024 * 1024 * 1024 };
const retrySeconds = 60;
const rowsPerReadMax = 1_000;
/** Large enough for a submission of the largest size. */
const bytesPerReadMax = 1024 * 1024;

/**
 * Submissions of telemetry on the disk until the primary has counted them. Submissions that arrive
 * while others are stored share a transaction.
 */
export class TelemetrySpool {
  readonly #database: Database;
  readonly #log: ReturnType<OpenSpoolLog>;
  readonly #limits: SpoolLimits;
  /** From the latest one to the oldest one. */
  readonly #runs: readonly SpoolRun[];
  readonly #insert: Statement;
  readonly #read: Statement<Row, [number, number]>;
  readonly #remove: Statement;
  readonly #emptyLog: Statement<{ readonly busy: number }, []>;
  readonly #relayed: RelayedSpools;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #count: number;
  #bytes: number;
  #wake: () => void = () => undefined;
  readonly #storing = new SerialQueue();
  #stored: Promise<void> = Promise.resolve();
  /** Whether the log on the disk may lack a part, so that nothing after it counts. */
  #isLogSuspect = false;
  /** The last sequence that survives a power failure: a later one may be assigned again. */
  #durableThrough: number;
  /** The last inserted sequence, which the disk may not have yet. */
  #insertedThrough: number;

  /** Throws a `StorageError`. */
  constructor(
    path: string,
    limits: SpoolLimits = limitsDefault,
    openLog: OpenSpoolLog = (databasePath) => new SpoolLog(databasePath),
  ) {
    const { database, log, runs, count, bytes, lastSequence } = openSpoolDatabase(path, openLog);
    this.#database = database;
    this.#log = log;
    this.#limits = limits;
    this.#runs = runs;
    this.#count = count;
    this.#bytes = bytes;
    this.#insert = database.prepare(
      "INSERT INTO submissions (environment, encoding, body, minute) VALUES (?, ?, ?, ?)",
    );
    this.#read = database.prepare(
      `SELECT sequence, environment, encoding, body, minute FROM submissions
        WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ${rowsPerReadMax}`,
    );
    this.#durableThrough = lastSequence;
    this.#insertedThrough = lastSequence;
    this.#relayed = new RelayedSpools(database);
    this.#emptyLog = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
    this.#remove = database.prepare("DELETE FROM submissions WHERE sequence <= ?");
  }

  get count(): number {
    return this.#count + this.#waiting.length;
  }

  get bytes(): number {
    return this.#bytes + this.#waitingBytes;
  }

  /** Calls the function when there is something to relay. */
  onAdded(wake: () => void): void {
    this.#wake = wake;
  }

  /** Throws `unavailable` if there is no room. */
  requireRoom(bytes: number): void {
    const { submissionsMax, bytesMax } = this.#limits;
    if (this.count >= submissionsMax || this.bytes + bytes > bytesMax) {
      throw new GatehouseError("unavailable", {
        message: "Too much telemetry waits for the origin",
        retryAfterSeconds: retrySeconds,
      });
    }
  }

  /** Resolves when the submission is on the disk. Rejects with `unavailable`. */
  async add(submission: NewSubmission): Promise<void> {
    const { length } = submission.bytes;
    this.requireRoom(length);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ submission, resolve, reject });
    this.#waitingBytes += length;
    if (this.#waiting.length === 1) {
      setImmediate(() => {
        this.#stored = this.#storing.run(() => this.#store());
      });
    }
    return promise;
  }

  /**
   * Stores the submissions that a replica of this replica accepted, each once. Resolves with the
   * sequence in that spool up to which this is done. Rejects with `unavailable`.
   */
  async takeOver(spool: string, submissions: readonly SpooledSubmission[]): Promise<number> {
    this.requireRoom(bytesOf(submissions));
    return this.#storing.run(async () => {
      const taken = await this.#commit(() => {
        const known = this.#relayed.through(spool) ?? 0;
        const added = submissions.filter(({ sequence }) => sequence > known);
        const through = added.at(-1)?.sequence ?? known;
        this.#relayed.advance(spool, through);
        return { added, through };
      });
      return taken.through;
    });
  }

  /** The oldest submissions, all of one run; a part of them if they are many. */
  oldest(): SpooledBatch {
    let spool = "";
    let bytes = 0;
    const submissions: SpooledSubmission[] = [];
    for (const row of this.#read.iterate(0, this.#durableThrough)) {
      const { sequence, environment: environmentId, encoding, body, minute } = row;
      const { id = "" } = this.#runs.find(({ first }) => first <= sequence) ?? {};
      bytes += body.length;
      if (submissions.length > 0 && (bytes > bytesPerReadMax || id !== spool)) {
        break;
      }
      spool = id;
      submissions.push({ sequence, environmentId, encoding, bytes: body, outcomesMinute: minute });
    }
    return { spool, submissions };
  }

  /** Removes the submissions in `settled`, which the primary has settled. */
  remove(settled: readonly SpooledSubmission[]): void {
    const through = settled.at(-1)?.sequence;
    if (through !== undefined) {
      this.#remove.run(through);
      this.#count -= settled.length;
      this.#bytes -= bytesOf(settled);
    }
  }

  async close(): Promise<void> {
    await this.#storing.run(() => this.#store());
    await this.#stored;
    this.#log.close();
    this.#database.close(true);
  }

  async #store(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) {
      return;
    }
    this.#waiting = [];
    this.#waitingBytes = 0;
    try {
      await this.#commit(() => ({ added: waiting.map(({ submission }) => submission) }));
    } catch (error) {
      for (const { reject } of waiting) {
        reject(error);
      }
      return;
    }
    for (const { resolve } of waiting) {
      resolve();
    }
  }

  /** Inserts submissions; resolves with the work when they are on the disk. */
  async #commit<Work extends { readonly added: readonly NewSubmission[] }>(
    work: () => Work,
  ): Promise<Work> {
    try {
      let last = this.#insertedThrough;
      const done = this.#database.transaction(() => {
        const toDo = work();
        for (const { environmentId, encoding, bytes, outcomesMinute = 0 } of toDo.added) {
          const added = this.#insert.run(environmentId, encoding, bytes, outcomesMinute);
          last = Number(added.lastInsertRowid);
        }
        return toDo;
      })();
      this.#insertedThrough = last;
      this.#count += done.added.length;
      this.#bytes += bytesOf(done.added);
      await this.#synchronize();
      // Includes the inserts of an earlier commit whose synchronization failed.
      this.#durableThrough = this.#insertedThrough;
      this.#wake();
      return done;
    } catch (cause) {
      throw new GatehouseError("unavailable", { cause });
    }
  }

  async #synchronize(): Promise<void> {
    const wasSuspect = this.#isLogSuspect;
    this.#isLogSuspect = true;
    if (wasSuspect) {
      // An unwritten part stays missing in the log: only an empty one is whole again.
      const { busy } = this.#emptyLog.get() ?? { busy: 1 };
      if (busy !== 0) {
        throw new Error("the log of the spool cannot be emptied");
      }
    } else {
      await this.#log.synchronize();
    }
    this.#isLogSuspect = false;
  }
}

function bytesOf(submissions: readonly Pick<SpooledSubmission, "bytes">[]): number {
  return submissions.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
