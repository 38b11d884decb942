import { asc, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Aggregate } from "../counting/aggregate.ts";
import { horizonsAt } from "../counting/retention-windows.ts";
import { prepareCountWrites } from "./count-writes.ts";
import type { KeyDirectory } from "./key-ids.ts";
import { type CountRow, PendingCounts } from "./pending-counts.ts";
import type { RecentIdsOptions } from "./recent-request-ids.ts";
import { IdLog, wordsIn } from "./request-id-log.ts";
import { journal } from "./telemetry-schema.ts";

/** Sums that wait to be posted before a commit posts them first: bounds memory and the posting. */
const pendingBucketsMax = 20_000;
const journalRowsRead = 16;

export interface LedgerOptions {
  readonly database: BunSQLiteDatabase;
  readonly directory: KeyDirectory;
  readonly recentIds: RecentIdsOptions;
  /** Told how many counts a posting left at 2^53-1. */
  readonly onClamped: (count: number) => void;
}

/**
 * Where counts are kept. A commit enters them into the journal, one row for all; every second or
 * so the sums of many commits are posted to the tables, which is where most of the time would go
 * otherwise. What is in the journal alone is in `pending` too, also after a crash.
 */
export class Ledger {
  readonly pending = new PendingCounts();
  readonly #options: LedgerOptions;
  readonly #idLog: IdLog;
  readonly #writeCounts: ReturnType<typeof prepareCountWrites>;
  readonly #statements: ReturnType<typeof prepare>;
  #lastRow = 0;
  #isPosted = true;

  constructor(options: LedgerOptions) {
    const { database } = options;
    this.#options = options;
    this.#idLog = new IdLog(database, options.recentIds);
    this.#writeCounts = prepareCountWrites(database);
    this.#statements = prepare(database);
    this.#recover();
  }

  /** Whether the submission of these words was counted. */
  has(words: Uint32Array): boolean {
    return this.#idLog.has(words);
  }

  /**
   * Keeps an aggregate and the ids of its submissions, in one transaction. Returns how many
   * metrics were dropped because their keys are no features and found no room.
   */
  enter(aggregate: Aggregate, ids: Uint32Array, nowMs: number): number {
    if (this.pending.bucketCount >= pendingBucketsMax) {
      this.post(nowMs);
    }
    const { database, directory } = this.#options;
    const { rows, unknownKey } = database.transaction(
      () => {
        const entered = rowsOf(aggregate, directory);
        this.#statements.append.run({
          id: this.#lastRow + 1,
          countedAt: nowMs,
          requestIds: Buffer.from(ids.buffer),
          counts: JSON.stringify(entered.rows),
        });
        return entered;
      },
      { behavior: "immediate" },
    );
    this.#entered(this.#lastRow + 1, rows, ids, nowMs);
    return unknownKey;
  }

  /** Moves what the journal holds into the tables, in one transaction. */
  post(nowMs: number): void {
    if (this.#isPosted) {
      return;
    }
    const clamped = this.#options.database.transaction(
      () => {
        this.#idLog.write(nowMs);
        this.#statements.clear.run({ through: this.#lastRow });
        return this.#writeCounts(this.pending.rows(), horizonsAt(nowMs));
      },
      { behavior: "immediate" },
    );
    this.pending.clear();
    this.#idLog.written();
    this.#isPosted = true;
    this.#options.onClamped(clamped);
  }

  #entered(row: number, rows: readonly CountRow[], ids: Uint32Array, countedAt: number): void {
    this.#lastRow = row;
    this.pending.add(rows);
    this.#idLog.remember(ids, countedAt);
    this.#isPosted = false;
  }

  #recover(): void {
    for (;;) {
      const found = this.#statements.read.all({ after: this.#lastRow });
      for (const { id, countedAt, requestIds, counts } of found) {
        this.#entered(id, JSON.parse(counts), wordsIn(requestIds), countedAt);
      }
      if (found.length < journalRowsRead) {
        return;
      }
    }
  }
}

function rowsOf(aggregate: Aggregate, directory: KeyDirectory) {
  const rows: CountRow[] = [];
  let unknownKey = 0;
  for (const [environmentId, minutes] of aggregate.environments) {
    for (const [minute, tallies] of minutes) {
      for (const [key, { enabled, disabled, metricCount }] of tallies) {
        const keyId = directory.enter(environmentId, key);
        if (keyId === undefined) {
          unknownKey += metricCount;
        } else {
          rows.push([keyId, minute, enabled, disabled]);
        }
      }
    }
  }
  return { rows, unknownKey };
}

function prepare(database: BunSQLiteDatabase) {
  return {
    append: database
      .insert(journal)
      .values({
        id: sql.placeholder("id"),
        countedAt: sql.placeholder("countedAt"),
        requestIds: sql.placeholder("requestIds"),
        counts: sql.placeholder("counts"),
      })
      .prepare(),
    clear: database
      .delete(journal)
      .where(lte(journal.id, sql.placeholder("through")))
      .prepare(),
    read: database
      .select()
      .from(journal)
      .where(gt(journal.id, sql.placeholder("after")))
      .orderBy(asc(journal.id))
      .limit(journalRowsRead)
      .prepare(),
  };
}
