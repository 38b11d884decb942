import { and, asc, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { excludedValues } from "../../../sqlite/prepared-statements.ts";
import { cappedSum } from "../../messages/counts.ts";
import { minutesPerDay } from "../../messages/minutes.ts";
import { defaultWorkerSettings } from "../../messages/worker-settings.ts";
import { Catalog } from "../counting/catalog.ts";
import type {
  ArchivedClock,
  ArchivedKey,
  BucketRecord,
  KeyRecord,
  Page,
  TelemetryArchive,
} from "../port/telemetry-archive.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { eachPackedDay } from "./packed-days.ts";
import { idOfWords, requestIdWords, wordsFromBlob, wordsPerId } from "./request-id-words.ts";
import { openSqliteTelemetry } from "./sqlite-telemetry-store.ts";
import { openTelemetryDatabase, type TelemetryDatabase } from "./telemetry-database.ts";
import {
  clock,
  countedSubmissions,
  days,
  hours,
  keys,
  minutes,
  pastDays,
} from "./telemetry-schema.ts";

type CountsTable = typeof minutes | typeof hours | typeof days;

const keysPerPage = 200;
const idRowsPerPage = 100;
/** As many fit into a page of the database; the rows of an archive have one environment each. */
const idsPerRow = 200;

/**
 * Opens telemetry.db, which no server may have open, for a copy. What commits have left in the
 * journal is moved to its place first.
 */
export async function openSqliteArchive(path: string, nowMs: number): Promise<TelemetryArchive> {
  const store = openSqliteTelemetry({
    path,
    settings: defaultWorkerSettings,
    catalog: new Catalog(),
    onClamped: () => undefined,
  });
  try {
    await store.load();
    store.see(nowMs);
    await store.flush(nowMs);
  } finally {
    await store.close();
  }
  return new SqliteTelemetryArchive(openTelemetryDatabase(path), nowMs);
}

class SqliteTelemetryArchive implements TelemetryArchive {
  readonly #opened: TelemetryDatabase;
  readonly #nowMs: number;
  #progress: string | null = null;
  #known: ReadonlySet<string> | undefined;

  constructor(opened: TelemetryDatabase, nowMs: number) {
    this.#opened = opened;
    this.#nowMs = nowMs;
  }

  get #database(): TelemetryDatabase["database"] {
    return this.#opened.database;
  }

  async clock(): Promise<ArchivedClock> {
    const row = this.#database.select().from(clock).get();
    return { newestMinute: row?.newestMinute ?? null, seenAt: row?.seenAt ?? null };
  }

  async keys(after: string | null): Promise<Page<KeyRecord>> {
    const rows = this.#database
      .select()
      .from(keys)
      .where(and(gt(keys.id, Number(after ?? 0)), gt(keys.environmentId, 0)))
      .orderBy(asc(keys.id))
      .limit(keysPerPage)
      .all();
    return { records: this.#recordsOf(rows), next: nextOf(rows, keysPerPage) };
  }

  async ids(after: string | null): Promise<Page<SubmissionId>> {
    const rows = this.#database
      .select()
      .from(countedSubmissions)
      .where(gt(countedSubmissions.id, Number(after ?? 0)))
      .orderBy(asc(countedSubmissions.id))
      .limit(idRowsPerPage)
      .all();
    const records = rows.flatMap(({ requestIds }) => idsOf(wordsFromBlob(requestIds)));
    return { records, next: nextOf(rows, idRowsPerPage) };
  }

  async countKeys(): Promise<number> {
    const found = this.#database
      .select({ number: count() })
      .from(keys)
      .where(gt(keys.environmentId, 0))
      .get();
    return found?.number ?? 0;
  }

  async find(wanted: readonly ArchivedKey[]): Promise<readonly KeyRecord[]> {
    const rows = wanted.flatMap(({ environmentId, key }) =>
      this.#database
        .select()
        .from(keys)
        .where(and(eq(keys.environmentId, environmentId), eq(keys.key, key)))
        .all(),
    );
    return this.#recordsOf(rows);
  }

  async countIds(wanted: readonly SubmissionId[]): Promise<number> {
    this.#known ??= this.#readIds();
    const known = this.#known;
    return wanted.filter((id) => known.has(textOf(id))).length;
  }

  /** A copy into a file is made anew if it was interrupted. */
  async progress(): Promise<string | null> {
    return this.#progress;
  }

  async writeKeys(records: readonly KeyRecord[], progress: string): Promise<void> {
    const database = this.#database;
    database.transaction(
      () => {
        for (const { environmentId, key, featureId, ...counts } of records) {
          const { id } = database
            .insert(keys)
            .values({ environmentId, key, featureId })
            .onConflictDoUpdate({ target: [keys.key, keys.environmentId], set: { featureId } })
            .returning({ id: keys.id })
            .get();
          this.#writeBuckets(minutes, id, counts.minutes);
          this.#writeBuckets(hours, id, counts.hours);
          this.#writeBuckets(days, id, counts.days);
        }
      },
      { behavior: "immediate" },
    );
    this.#progress = progress;
  }

  async writeIds(ids: readonly SubmissionId[], progress: string): Promise<void> {
    const byEnvironment = Map.groupBy(ids, ({ environmentId }) => environmentId);
    this.#database.transaction(
      () => {
        for (const ofOne of byEnvironment.values()) {
          for (let from = 0; from < ofOne.length; from += idsPerRow) {
            const row = ofOne.slice(from, from + idsPerRow);
            const words = row.flatMap((id) => [...requestIdWords(id.environmentId, id.requestId)]);
            this.#database
              .insert(countedSubmissions)
              .values({
                countedAt: this.#nowMs,
                requestIds: Buffer.from(Uint32Array.from(words).buffer),
              })
              .run();
          }
        }
      },
      { behavior: "immediate" },
    );
    this.#progress = progress;
    this.#known = undefined;
  }

  async writeClock({ newestMinute, seenAt }: ArchivedClock, progress: string): Promise<void> {
    const values = { newestMinute, seenAt: seenAt ?? this.#nowMs };
    this.#database
      .insert(clock)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: clock.id, set: values })
      .run();
    this.#progress = progress;
  }

  async close(): Promise<void> {
    this.#opened.client.close(true);
  }

  #readIds(): ReadonlySet<string> {
    const rows = this.#database.select().from(countedSubmissions).all();
    return new Set(rows.flatMap(({ requestIds }) => idsOf(wordsFromBlob(requestIds)).map(textOf)));
  }

  #writeBuckets(table: CountsTable, keyId: number, buckets: readonly BucketRecord[]): void {
    if (buckets.length > 0) {
      this.#database
        .insert(table)
        .select(
          // Without `where true` SQLite parses `on conflict` as the condition of a join.
          sql`select ${keyId}, value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(buckets)}) where true`,
        )
        .onConflictDoUpdate({
          target: [table.keyId, table.start],
          set: excludedValues(table, "enabled", "disabled"),
        })
        .run();
    }
  }

  #recordsOf(rows: readonly (typeof keys.$inferSelect)[]): readonly KeyRecord[] {
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const [ofMinutes, ofHours] = [this.#bucketsOf(minutes, ids), this.#bucketsOf(hours, ids)];
    const ofDays = this.#bucketsOf(days, ids);
    const past = this.#database.select().from(pastDays).where(isOneOf(pastDays.keyId, ids)).all();
    for (const { keyId, firstDay, counts } of past) {
      const buckets = ofDays.get(keyId) ?? new Map<number, BucketRecord>();
      ofDays.set(keyId, buckets);
      eachPackedDay(firstDay, counts, (day, enabled, disabled) => {
        const start = day * minutesPerDay;
        const [, late = 0, lateDisabled = 0] = buckets.get(start) ?? [];
        buckets.set(start, [start, cappedSum(enabled, late), cappedSum(disabled, lateDisabled)]);
      });
    }
    return rows.map(({ id, environmentId, key, featureId }) => ({
      environmentId,
      key,
      featureId,
      minutes: sorted(ofMinutes.get(id)),
      hours: sorted(ofHours.get(id)),
      days: sorted(ofDays.get(id)),
    }));
  }

  #bucketsOf(table: CountsTable, ids: string): Map<number, Map<number, BucketRecord>> {
    const byKey = new Map<number, Map<number, BucketRecord>>();
    const rows = this.#database.select().from(table).where(isOneOf(table.keyId, ids)).all();
    for (const { keyId, start, enabled, disabled } of rows) {
      const buckets = byKey.get(keyId) ?? new Map<number, BucketRecord>();
      byKey.set(keyId, buckets.set(start, [start, enabled, disabled]));
    }
    return byKey;
  }
}

function isOneOf(column: SQLiteColumn, ids: string): SQL {
  return inArray(column, sql`(select value from json_each(${ids}))`);
}

function sorted(buckets: ReadonlyMap<number, BucketRecord> | undefined): readonly BucketRecord[] {
  return Array.from(buckets?.values() ?? []).sort(([left], [right]) => left - right);
}

function idsOf(words: Uint32Array): readonly SubmissionId[] {
  return Array.from({ length: words.length / wordsPerId }, (_, index) =>
    idOfWords(words, index * wordsPerId),
  );
}

function textOf({ environmentId, requestId }: SubmissionId): string {
  return `${environmentId}/${requestId}`;
}

function nextOf(rows: readonly { readonly id: number }[], pageSize: number): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < pageSize ? null : String(last.id);
}
