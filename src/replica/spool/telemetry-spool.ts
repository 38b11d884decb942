import type { Database, Statement } from "bun:sqlite";
import { GatehouseError } from "../../errors.ts";
import type { SpooledSubmission } from "../../origin/spooled-submission.ts";
import { openSpoolDatabase } from "./spool-database.ts";

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
}

const limitsDefault: SpoolLimits = { submissionsMax: 1_000_000, bytesMax: 1024 * 1024 * 1024 };
const retrySeconds = 60;
const rowsPerReadMax = 1_000;
/** A submission of the largest size fits, too. */
const bytesPerReadMax = 1024 * 1024;

/**
 * Submissions of telemetry on the disk until the origin has counted them. Those that arrive in one
 * turn of the event loop share a transaction.
 */
export class TelemetrySpool {
  /** A UUID that no other spool has: sequences count from one in each. */
  readonly id: string;
  readonly #database: Database;
  readonly #limits: SpoolLimits;
  readonly #insert: Statement;
  readonly #read: Statement<Row, [number]>;
  readonly #remove: Statement;
  readonly #relayed: Statement<{ readonly sequence: number }, [string]>;
  readonly #saveRelayed: Statement;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #count: number;
  #bytes: number;
  #wake: () => void = () => undefined;

  /** Throws a `StorageError`. */
  constructor(path: string, limits: SpoolLimits = limitsDefault) {
    const { database, id, count, bytes } = openSpoolDatabase(path);
    this.#database = database;
    this.#limits = limits;
    this.id = id;
    this.#count = count;
    this.#bytes = bytes;
    this.#insert = database.prepare(
      "INSERT INTO submissions (environment, encoding, body) VALUES (?, ?, ?)",
    );
    this.#read = database.prepare(
      `SELECT sequence, environment, encoding, body FROM submissions WHERE sequence > ?
        ORDER BY sequence LIMIT ${rowsPerReadMax}`,
    );
    this.#relayed = database.prepare("SELECT sequence FROM relays WHERE spool = ?");
    this.#saveRelayed = database.prepare("INSERT OR REPLACE INTO relays VALUES (?, ?)");
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
      throw new GatehouseError("unavailable", "Too much telemetry waits for the origin", {
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
      setImmediate(() => this.#store());
    }
    return promise;
  }

  /**
   * Takes over what a replica of this replica had accepted, each submission once. Returns the
   * sequence in that spool up to which this is done. Throws `unavailable`.
   */
  takeOver(spool: string, submissions: readonly SpooledSubmission[]): number {
    this.requireRoom(bytesOf(submissions));
    const taken = this.#database.transaction(() => {
      const known = this.#relayed.get(spool)?.sequence ?? 0;
      const added = submissions.filter(({ sequence }) => sequence > known);
      for (const submission of added) {
        this.#insertOne(submission);
      }
      const through = added.at(-1)?.sequence ?? known;
      this.#saveRelayed.run(spool, through);
      return { added, through };
    })();
    this.#count += taken.added.length;
    this.#bytes += bytesOf(taken.added);
    this.#wake();
    return taken.through;
  }

  /** The oldest submissions after a sequence; a part of them if they are many. */
  after(sequence: number): readonly SpooledSubmission[] {
    let bytes = 0;
    const taken: SpooledSubmission[] = [];
    for (const row of this.#read.iterate(sequence)) {
      bytes += row.body.length;
      if (bytes > bytesPerReadMax && taken.length > 0) {
        break;
      }
      const { environment: environmentId, encoding, body } = row;
      taken.push({ sequence: row.sequence, environmentId, encoding, bytes: body });
    }
    return taken;
  }

  /** Removes what the origin has settled: everything in `settled`. */
  remove(settled: readonly SpooledSubmission[]): void {
    const through = settled.at(-1)?.sequence;
    if (through !== undefined) {
      this.#remove.run(through);
      this.#count -= settled.length;
      this.#bytes -= bytesOf(settled);
    }
  }

  close(): void {
    if (this.#waiting.length > 0) {
      this.#store();
    }
    this.#database.close(true);
  }

  #insertOne({ environmentId, encoding, bytes }: NewSubmission): void {
    this.#insert.run(environmentId, encoding, bytes);
  }

  #store(): void {
    const waiting = this.#waiting;
    const bytes = this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
    try {
      this.#database.transaction(() => {
        for (const { submission } of waiting) {
          this.#insertOne(submission);
        }
      })();
    } catch (cause) {
      const error = new GatehouseError("unavailable", undefined, { cause });
      for (const { reject } of waiting) {
        reject(error);
      }
      return;
    }
    this.#count += waiting.length;
    this.#bytes += bytes;
    for (const { resolve } of waiting) {
      resolve();
    }
    this.#wake();
  }
}

function bytesOf(submissions: readonly Pick<SpooledSubmission, "bytes">[]): number {
  return submissions.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
