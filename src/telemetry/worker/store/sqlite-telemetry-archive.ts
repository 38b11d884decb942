import { and, asc, between, count, gt } from "drizzle-orm";
import { emptyCatalog } from "../../messages/catalog-text.ts";
import { minutesPerDay } from "../../messages/minutes.ts";
import { defaultWorkerSettings } from "../../messages/worker-settings.ts";
import { Catalog } from "../counting/catalog.ts";
import type {
  ArchivedClock,
  ArchivedOutcomes,
  CountedBucket,
  TelemetryArchive,
} from "../port/telemetry-archive.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { prepareWrite } from "./count-writes.ts";
import { outcomeRows } from "./outcome-rows.ts";
import { unpackDays } from "./packed-days.ts";
import { prepareDaysIntoPast } from "./past-days.ts";
import type { CountRow } from "./pending-counts.ts";
import { prepareRequestIdRows, type RequestIdRows } from "./request-id-rows.ts";
import { type RollupPosition, rollupStart } from "./rollup.ts";
import { SqliteOutcomes } from "./sqlite-outcomes.ts";
import { openSqliteTelemetry } from "./sqlite-telemetry-store.ts";
import { openTelemetryDatabase, type TelemetryDatabase } from "./telemetry-database.ts";
import { clock, days, hours, keys, minutes, pastDays } from "./telemetry-schema.ts";

const keysPerPage = 200;
const uuidParts = /^(.{8})(.{4})(.{4})(.{4})/;

/**
 * Opens telemetry.db, which no server may have open, for a copy. The counts in the journal are
 * moved to their tables first.
 */
export async function openSqliteArchive(path: string, nowMs: number): Promise<TelemetryArchive> {
  const store = openSqliteTelemetry({
    path,
    settings: defaultWorkerSettings,
    catalog: new Catalog(emptyCatalog),
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
  readonly #requestIds: RequestIdRows;
  readonly #outcomes: SqliteOutcomes;
  readonly #writes: readonly ((rows: readonly CountRow[]) => number)[];

  constructor(opened: TelemetryDatabase, nowMs: number) {
    this.#opened = opened;
    this.#nowMs = nowMs;
    this.#outcomes = new SqliteOutcomes(opened.database);
    this.#requestIds = prepareRequestIdRows(opened.database);
    this.#writes = [minutes, hours, days].map((table) => prepareWrite(opened.database, table));
  }

  get #database(): TelemetryDatabase["database"] {
    return this.#opened.database;
  }

  async clock(): Promise<ArchivedClock> {
    const row = this.#database.select().from(clock).get();
    return { newestMinute: row?.newestMinute ?? null, seenAt: row?.seenAt ?? null };
  }

  async *buckets(): AsyncGenerator<readonly CountedBucket[]> {
    this.#moveDays();
    for (let after = 0, isEnd = false; !isEnd; ) {
      const page = this.#database
        .select()
        .from(keys)
        .where(and(gt(keys.id, after), gt(keys.environmentId, 0)))
        .orderBy(asc(keys.id))
        .limit(keysPerPage)
        .all();
      yield this.#bucketsOf(page);
      after = page.at(-1)?.id ?? after;
      isEnd = page.length < keysPerPage;
    }
  }

  async *outcomes(): AsyncGenerator<readonly ArchivedOutcomes[]> {
    yield* outcomeRows(this.#database);
  }

  async *ids(): AsyncGenerator<readonly SubmissionId[]> {
    for (const { ids } of this.#requestIds.pages()) {
      yield ids.map(([environmentId, bytes]) => ({ environmentId, requestId: uuidOf(bytes) }));
    }
  }

  /** An interrupted copy into a file is created again. */
  async copyState() {
    const found = this.#database.select({ number: count() }).from(keys).get();
    return found?.number === 0 ? "empty" : "used";
  }

  async writeBuckets(buckets: readonly CountedBucket[]): Promise<void> {
    this.#database.transaction(
      () => {
        const byKey = Map.groupBy(buckets, ({ environmentId, key }) => `${environmentId}/${key}`);
        const rows: CountRow[][] = this.#writes.map(() => []);
        for (const [first, ...rest] of byKey.values()) {
          if (first !== undefined) {
            const id = this.#idOf(first);
            for (const { level, start, enabled, disabled } of [first, ...rest]) {
              rows[level]?.push([id, start, enabled, disabled]);
            }
          }
        }
        for (const [level, write] of this.#writes.entries()) {
          write(rows[level] ?? []);
        }
      },
      { behavior: "immediate" },
    );
  }

  async writeOutcomes(rows: readonly ArchivedOutcomes[]): Promise<void> {
    const { table } = this.#outcomes;
    this.#database.transaction(
      () => {
        for (const row of rows) {
          if (row.kind === "guard") {
            this.#outcomes.saveNow(row.rolloutId, row.guard, row.counted);
          } else if (row.kind === "minute") {
            table.add([row], 0);
          } else {
            table.addHour(row);
          }
        }
      },
      { behavior: "immediate" },
    );
  }

  async writeIds(ids: readonly SubmissionId[]): Promise<void> {
    this.#requestIds.insert(ids, this.#nowMs);
  }

  async writeClock({ newestMinute, seenAt }: ArchivedClock): Promise<void> {
    const values = { newestMinute, seenAt: seenAt ?? this.#nowMs };
    this.#database
      .insert(clock)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: clock.id, set: values })
      .run();
  }

  async close(): Promise<void> {
    this.#opened.client.close(true);
  }

  /** Days with delayed counts are in two tables; this merges them into one. */
  #moveDays(): void {
    const step = prepareDaysIntoPast(this.#database);
    for (let position: RollupPosition | null = rollupStart; position !== null; ) {
      position = step(position, Number.MAX_SAFE_INTEGER).next;
    }
  }

  #bucketsOf(page: readonly (typeof keys.$inferSelect)[]): readonly CountedBucket[] {
    const database = this.#database;
    const [first = 0, last = -1] = [page[0]?.id, page.at(-1)?.id];
    const byId = new Map(page.map((key) => [key.id, key]));
    const past = database
      .select()
      .from(pastDays)
      .where(between(pastDays.keyId, first, last))
      .all();
    const rows = [
      ...[minutes, hours].flatMap((table, level) =>
        database
          .select()
          .from(table)
          .where(between(table.keyId, first, last))
          .all()
          .map((row) => ({ ...row, level })),
      ),
      ...past.flatMap(({ keyId, firstDay, counts }) =>
        unpackDays(firstDay, counts).map(({ day, ...sums }) => ({
          ...{ keyId, level: 2, start: day * minutesPerDay },
          ...sums,
        })),
      ),
    ];
    return rows.flatMap(({ keyId, ...bucket }) => {
      const key = byId.get(keyId);
      return key === undefined ? [] : [{ ...named(key), ...bucket }];
    });
  }

  #idOf({ environmentId, key, featureId }: CountedBucket): number {
    return this.#database
      .insert(keys)
      .values({ environmentId, key, featureId })
      .onConflictDoUpdate({ target: [keys.key, keys.environmentId], set: { featureId } })
      .returning({ id: keys.id })
      .get().id;
  }
}

function named({ environmentId, key, featureId }: typeof keys.$inferSelect) {
  return { environmentId, key, featureId };
}

function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex").replace(uuidParts, "$1-$2-$3-$4-");
}
