import { asc, gt, inArray, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { excludedValues } from "../../../sqlite/prepared-statements.ts";
import type { RequestIdLimits } from "../../messages/worker-settings.ts";
import { RememberedRequestIds, type RequestIdWrites } from "./remembered-request-ids.ts";
import { wordsFromBlob, wordsPerId } from "./request-id-words.ts";
import { countedSubmissions } from "./telemetry-schema.ts";

/** Rows read at a time while loading; those of the first release may have 200 KB each. */
const loadedRowsMax = 64;
const bytesPerWord = 4;

/**
 * The request ids of counted submissions, in memory and, as long as memory has them, in the
 * database: a submission that is repeated after a crash still counts once.
 */
export class RequestIdLog {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #remembered: RememberedRequestIds;
  #unconfirmed: RequestIdWrites | undefined;

  constructor(database: BunSQLiteDatabase, limits: RequestIdLimits, seed: number) {
    this.#statements = prepare(database);
    this.#remembered = new RememberedRequestIds(limits, seed);
  }

  /** Reads the ids of the database; must be called first. */
  load(): void {
    const bytes = this.#statements.size.get()?.bytes ?? 0;
    this.#remembered.reserve(bytes / (wordsPerId * bytesPerWord));
    let lastRow = 0;
    for (;;) {
      const rows = this.#statements.read.all({ after: lastRow });
      for (const { id, countedAt, requestIds } of rows) {
        this.#remembered.load(id, wordsFromBlob(requestIds), countedAt);
        lastRow = id;
      }
      if (rows.length < loadedRowsMax) {
        return;
      }
    }
  }

  has(words: Uint32Array): boolean {
    return this.#remembered.has(words);
  }

  /** Adds the ids of a commit, which only the journal holds until they are written here. */
  add(ids: Uint32Array, nowMs: number): void {
    this.#remembered.add(ids, nowMs);
  }

  /** Drops the ids of a deleted environment; the next write removes their rows. */
  forget(environmentId: number): void {
    this.#remembered.forget(environmentId);
  }

  /** Writes added ids; must run in the transaction that empties the journal. */
  write(nowMs: number): void {
    const writes = this.#remembered.writes(nowMs);
    for (const { id, words } of writes.written) {
      const requestIds = Buffer.from(words.buffer);
      this.#statements.write.run({ id, countedAt: nowMs, requestIds });
    }
    if (writes.removed.length > 0) {
      this.#statements.remove.run({ ids: JSON.stringify(writes.removed) });
    }
    this.#unconfirmed = writes;
  }

  /** Must be called when the transaction of `write` has been committed. */
  confirmWrite(): void {
    if (this.#unconfirmed !== undefined) {
      this.#remembered.confirm(this.#unconfirmed);
      this.#unconfirmed = undefined;
    }
  }
}

function prepare(database: BunSQLiteDatabase) {
  const { id, countedAt, requestIds } = countedSubmissions;
  return {
    write: database
      .insert(countedSubmissions)
      .values({
        id: sql.placeholder("id"),
        countedAt: sql.placeholder("countedAt"),
        requestIds: sql.placeholder("requestIds"),
      })
      .onConflictDoUpdate({
        target: id,
        set: excludedValues(countedSubmissions, "countedAt", "requestIds"),
      })
      .prepare(),
    remove: database
      .delete(countedSubmissions)
      .where(inArray(id, sql`(select value from json_each(${sql.placeholder("ids")}))`))
      .prepare(),
    size: database
      .select({ bytes: sql<number>`coalesce(sum(length(${requestIds})), 0)` })
      .from(countedSubmissions)
      .prepare(),
    read: database
      .select({ id, countedAt, requestIds })
      .from(countedSubmissions)
      .where(gt(id, sql.placeholder("after")))
      .orderBy(asc(id))
      .limit(loadedRowsMax)
      .prepare(),
  };
}
