import { asc, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lateStatements } from "../../../storage/sqlite/database/prepared-statements.ts";
import type { AggregatedCounts } from "../counting/aggregated-counts.ts";
import { rollupBoundariesAt } from "../counting/retention-windows.ts";
import type { CountedGroup } from "../port/telemetry-store.ts";
import { prepareCountWrites } from "./count-writes.ts";
import type { DataClock } from "./data-clock.ts";
import type { KeyIds } from "./key-ids.ts";
import type { OutcomeTable } from "./outcome-table.ts";
import { type CountRow, PendingCounts } from "./pending-counts.ts";
import type { RecentDays } from "./recent-days.ts";
import { RelayRows } from "./relay-progress.ts";
import type { RememberedRequestIds } from "./remembered-request-ids.ts";
import { journal } from "./telemetry-schema.ts";

/** With this many pending sums a commit flushes first, which bounds memory and the flush. */
const pendingBucketsMax = 20_000;
const journalRowsRead = 16;

export interface CountJournalOptions {
  readonly database: BunSQLiteDatabase;
  readonly keyIds: KeyIds;
  readonly clock: DataClock;
  readonly requestIds: RememberedRequestIds;
  /** Called with the number of counts that were at 2^53-1 after a flush. */
  readonly onClamped: (count: number) => void;
  readonly recentDays: RecentDays;
  readonly outcomes: OutcomeTable;
}

/**
 * Stores counts in two steps. A commit appends one row to the journal; about once a second `flush`
 * adds the sums of many commits to the count tables, which is expensive for each single commit.
 * Counts that are only in the journal are also in `pending`, including after a restart.
 */
export class CountJournal {
  readonly pending = new PendingCounts();
  readonly relays: RelayRows;
  readonly #options: CountJournalOptions;
  readonly #writeCounts: ReturnType<typeof prepareCountWrites>;
  readonly #statements: ReturnType<typeof prepare>;
  #lastRow = 0;
  #isFlushed = true;

  constructor(options: CountJournalOptions) {
    const { database } = options;
    this.#options = options;
    this.relays = new RelayRows(database);
    this.#writeCounts = prepareCountWrites(database);
    this.#statements = prepare(database);
  }

  /** Reads the ids and the counts that are not in the tables yet; must be called first. */
  load(): void {
    this.#options.requestIds.load();
    this.#recover();
  }

  /**
   * Stores counts and the ids of their submissions in one transaction. Returns how many metrics
   * were dropped because of unknown keys over the limit of their environment.
   */
  append({ counts, outcomes, ids, relay }: CountedGroup, nowMs: number): number {
    if (this.pending.bucketCount >= pendingBucketsMax) {
      this.flush(nowMs);
    }
    const { database, keyIds, clock, requestIds, outcomes: outcomeTable } = this.#options;
    const sums = outcomes.values();
    const { minutesFrom } = rollupBoundariesAt(clock.dataTime(nowMs));
    const { rows, unknownKey, confirmIds } = database.transaction(
      () => {
        if (relay !== undefined) {
          this.relays.advance(relay, nowMs);
        }
        outcomeTable.add(sums, minutesFrom);
        const converted = rowsOf(counts, keyIds);
        this.#statements.append.run({
          id: this.#lastRow + 1,
          countedAt: nowMs,
          counts: JSON.stringify(converted.rows),
        });
        return { ...converted, confirmIds: requestIds.add(ids, nowMs) };
      },
      { behavior: "immediate" },
    );
    confirmIds();
    this.#appended(this.#lastRow + 1, rows);
    for (const minute of [...counts.minutes(), ...sums.map((sum) => sum.minute)]) {
      clock.seeMinute(minute);
    }
    return unknownKey;
  }

  /**
   * Moves the journal's counts into their tables, in one transaction. Returns whether there were
   * any.
   */
  flush(nowMs: number): boolean {
    if (this.#isFlushed) {
      return false;
    }
    const { database, clock, recentDays, requestIds } = this.#options;
    const boundaries = rollupBoundariesAt(clock.dataTime(nowMs));
    const { clamped, confirmIds } = database.transaction(
      () => {
        this.#statements.clear.run({ through: this.#lastRow });
        clock.write();
        return {
          confirmIds: requestIds.removeOld(nowMs),
          clamped: this.#writeCounts(this.pending.rows(), boundaries),
        };
      },
      { behavior: "immediate" },
    );
    confirmIds();
    recentDays.add(this.pending.rows().filter(([, minute]) => minute >= boundaries.hoursFrom));
    this.pending.clear();
    this.#isFlushed = true;
    this.#options.onClamped(clamped);
    return true;
  }

  #appended(row: number, rows: readonly CountRow[]): void {
    this.#lastRow = row;
    this.pending.add(rows);
    this.#isFlushed = false;
  }

  #recover(): void {
    for (;;) {
      const found = this.#statements.read.all({ after: this.#lastRow });
      for (const { id, counts } of found) {
        const rows: readonly CountRow[] = JSON.parse(counts);
        this.#appended(id, rows);
        for (const [, minute] of rows) {
          this.#options.clock.seeMinute(minute);
        }
      }
      if (found.length < journalRowsRead) {
        return;
      }
    }
  }
}

function rowsOf(aggregated: AggregatedCounts, keyIds: KeyIds) {
  const rows: CountRow[] = [];
  let unknownKey = 0;
  for (const [environmentId, minutes] of aggregated.environments) {
    for (const [minute, countsByKey] of minutes) {
      for (const [key, { enabled, disabled, metricCount }] of countsByKey) {
        const keyId = keyIds.findOrAdd(environmentId, key);
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
  return lateStatements({
    append: () =>
      database
        .insert(journal)
        .values({
          id: sql.placeholder("id"),
          countedAt: sql.placeholder("countedAt"),
          counts: sql.placeholder("counts"),
        })
        .prepare(),
    clear: () =>
      database
        .delete(journal)
        .where(lte(journal.id, sql.placeholder("through")))
        .prepare(),
    read: () =>
      database
        .select()
        .from(journal)
        .where(gt(journal.id, sql.placeholder("after")))
        .orderBy(asc(journal.id))
        .limit(journalRowsRead)
        .prepare(),
  });
}
