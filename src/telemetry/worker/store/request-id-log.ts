import { asc, gt, inArray, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { RecentRequestIds, type RecentRequestIdsOptions } from "./recent-request-ids.ts";
import { countedSubmissions } from "./telemetry-schema.ts";

/** Rows that one write may remove: more than the one it adds, so that the table shrinks again. */
const removedMax = 16;
/** Rows read at a time while loading; each may have some hundred kilobytes. */
const loadedRowsMax = 16;

/**
 * The request ids of counted submissions, in memory and, as long as memory has them, in the
 * database: a submission that is repeated after a crash still counts once.
 */
export class RequestIdLog {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #recent: RecentRequestIds;
  #unwritten: Uint32Array[] = [];
  #unwrittenWords = 0;
  #lastRow = 0;
  /** The first row with ids of the newer generation of `RecentRequestIds`. */
  #newerFrom = 0;
  /** The rows before this one hold only ids that memory has dropped. */
  #neededFrom = 0;
  #beganGeneration = false;

  constructor(database: BunSQLiteDatabase, options: RecentRequestIdsOptions) {
    this.#statements = prepare(database);
    this.#recent = new RecentRequestIds(options);
    this.#load();
  }

  has(words: Uint32Array): boolean {
    return this.#recent.has(words);
  }

  /** Adds the ids of a commit, which only the journal holds until they are written here. */
  add(ids: Uint32Array, countedAt: number): void {
    this.#beganGeneration = this.#recent.add(ids, countedAt) || this.#beganGeneration;
    this.#unwritten.push(ids);
    this.#unwrittenWords += ids.length;
  }

  /** Writes added ids; must run in the transaction that empties the journal. */
  write(countedAt: number): void {
    const ids = new Uint32Array(this.#unwrittenWords);
    let at = 0;
    for (const words of this.#unwritten) {
      ids.set(words, at);
      at += words.length;
    }
    this.#statements.append.run({
      id: this.#lastRow + 1,
      countedAt,
      requestIds: Buffer.from(ids.buffer),
    });
    this.#statements.remove.run({ neededFrom: this.#neededFrom });
  }

  /** Must be called when the transaction of `write` has been committed. */
  confirmWrite(): void {
    this.#unwritten = [];
    this.#unwrittenWords = 0;
    this.#rowAdded(this.#lastRow + 1);
  }

  #rowAdded(row: number): void {
    this.#lastRow = row;
    if (this.#beganGeneration) {
      this.#beganGeneration = false;
      this.#neededFrom = this.#newerFrom;
      this.#newerFrom = row;
    }
  }

  #load(): void {
    for (;;) {
      const rows = this.#statements.read.all({ after: this.#lastRow });
      for (const { id, countedAt, requestIds } of rows) {
        this.#beganGeneration = this.#recent.add(wordsFromBlob(requestIds), countedAt);
        this.#rowAdded(id);
      }
      if (rows.length < loadedRowsMax) {
        return;
      }
    }
  }
}

/** Copies a blob, whose bytes may start at an address that is not aligned for 32-bit words. */
export function wordsFromBlob(blob: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(blob).buffer);
}

function prepare(database: BunSQLiteDatabase) {
  const { id, countedAt, requestIds } = countedSubmissions;
  const oldest = database
    .select({ id })
    .from(countedSubmissions)
    .where(lt(id, sql.placeholder("neededFrom")))
    .orderBy(asc(id))
    .limit(removedMax);
  return {
    append: database
      .insert(countedSubmissions)
      .values({
        id: sql.placeholder("id"),
        countedAt: sql.placeholder("countedAt"),
        requestIds: sql.placeholder("requestIds"),
      })
      .prepare(),
    remove: database.delete(countedSubmissions).where(inArray(id, oldest)).prepare(),
    read: database
      .select({ id, countedAt, requestIds })
      .from(countedSubmissions)
      .where(gt(id, sql.placeholder("after")))
      .orderBy(asc(id))
      .limit(loadedRowsMax)
      .prepare(),
  };
}
