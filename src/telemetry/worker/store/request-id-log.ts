import { asc, gt, inArray, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { RecentIds, type RecentIdsOptions } from "./recent-request-ids.ts";
import { countedSubmissions } from "./telemetry-schema.ts";

/** Rows that one write may remove: more than the one it adds, so that the log shrinks back. */
const removedMax = 16;
/** Rows in memory at once while loading; each may hold some hundred kilobytes. */
const loadedRowsMax = 16;

/**
 * The ids of counted submissions, in memory and, as long as memory needs them, in the database:
 * a submission that is repeated after a crash still counts once.
 */
export class IdLog {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #recent: RecentIds;
  #unwritten: Uint32Array[] = [];
  #unwrittenWords = 0;
  #lastRow = 0;
  /** The rows from here on hold ids of the younger generation of `RecentIds`. */
  #youngerFrom = 0;
  /** The rows below hold ids that memory has dropped. */
  #neededFrom = 0;
  #beganGeneration = false;

  constructor(database: BunSQLiteDatabase, options: RecentIdsOptions) {
    this.#statements = prepare(database);
    this.#recent = new RecentIds(options);
    this.#load();
  }

  has(words: Uint32Array): boolean {
    return this.#recent.has(words);
  }

  /** Ids of a commit that is kept. They are in the journal until they are written here. */
  remember(ids: Uint32Array, countedAt: number): void {
    this.#beganGeneration = this.#recent.add(ids, countedAt) || this.#beganGeneration;
    this.#unwritten.push(ids);
    this.#unwrittenWords += ids.length;
  }

  /** Within the transaction that empties the journal. */
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

  /** After that transaction is kept. */
  written(): void {
    this.#unwritten = [];
    this.#unwrittenWords = 0;
    this.#rowAdded(this.#lastRow + 1);
  }

  #rowAdded(row: number): void {
    this.#lastRow = row;
    if (this.#beganGeneration) {
      this.#beganGeneration = false;
      this.#neededFrom = this.#youngerFrom;
      this.#youngerFrom = row;
    }
  }

  #load(): void {
    for (;;) {
      const rows = this.#statements.read.all({ after: this.#lastRow });
      for (const { id, countedAt, requestIds } of rows) {
        this.#beganGeneration = this.#recent.add(wordsIn(requestIds), countedAt);
        this.#rowAdded(id);
      }
      if (rows.length < loadedRowsMax) {
        return;
      }
    }
  }
}

/** The words in a blob, copied: a buffer may start where no word of 32 bits may. */
export function wordsIn(blob: Uint8Array): Uint32Array {
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
