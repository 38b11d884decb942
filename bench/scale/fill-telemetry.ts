import { Database } from "bun:sqlite";
import { packDays } from "../../src/telemetry/worker/store/packed-days.ts";
import type { Sizes } from "./data-sizes.ts";

const minutesPerHour = 60;
const minutesPerDay = 24 * minutesPerHour;
/** Days before yesterday; the retention is 90 days. */
const daysPerKey = 86;
const hoursPerKey = 24;
const minutesPerKey = 60;
export const rowsPerKey = daysPerKey + hoursPerKey + minutesPerKey;

/**
 * Fills the telemetry.db of a first start with SQL, with the same rows as after months of
 * submissions and compaction: a row of the days until yesterday, hourly rows of yesterday, minutes of the
 * last hour. Production has rows of all features; the other environments share the remaining number
 * of rows.
 */
export function fillTelemetry(
  path: string,
  gatehousePath: string,
  { telemetryRows, features, environments }: Sizes,
  nowMs: number,
): void {
  const database = new Database(path, { strict: true });
  database.run("PRAGMA synchronous = OFF");
  database.run("ATTACH ? AS gatehouse", [gatehousePath]);
  const keys = Math.ceil(telemetryRows / rowsPerKey);
  const keysElsewhere = Math.min(
    features,
    Math.max(0, Math.ceil((keys - features) / environments)),
  );
  const minute = Math.floor(nowMs / 60_000);
  const today = minute - (minute % minutesPerDay);
  const hour = minute - (minute % minutesPerHour);
  database.transaction(() => {
    insertKeys(database, "state = 'production'", Math.min(keys, features));
    insertKeys(database, "state <> 'production'", keysElsewhere);
    insertPastDays(database, today / minutesPerDay - 1, daysPerKey);
    insertCounts(database, "hours", today, minutesPerHour, hoursPerKey);
    insertCounts(database, "minutes", hour, 1, minutesPerKey);
  })();
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close(true);
}

function insertKeys(database: Database, environments: string, count: number): void {
  database
    .query(
      `INSERT INTO keys (environment_id, key, feature_id)
       SELECT environment.id, feature.key, feature.id
       FROM gatehouse.environments AS environment, gatehouse.features AS feature
       WHERE environment.${environments} AND feature.id <= $count
       ORDER BY environment.id, feature.id`,
    )
    .run({ count });
}

/** Inserts a row for each key with the last `count` days before `endDay`. */
function insertPastDays(database: Database, endDay: number, count: number): void {
  const firstDay = endDay - count;
  const counts = packDays(
    Array.from({ length: count }, (_, nth) => ({
      day: firstDay + nth,
      enabled: 1_000 + nth,
      disabled: 500,
    })),
  );
  database
    .query("INSERT INTO past_days SELECT id, $firstDay, $lastDay, $counts FROM keys")
    .run({ firstDay, lastDay: endDay - 1, counts });
}

/** Inserts a row for each key and each of the last `count` buckets before `end`, sorted by key. */
function insertCounts(
  database: Database,
  name: "hours" | "minutes",
  end: number,
  size: number,
  count: number,
): void {
  database
    .query(
      `WITH RECURSIVE buckets (start) AS (
         SELECT $first UNION ALL SELECT start + $size FROM buckets WHERE start + $size < $end)
       INSERT INTO ${name} SELECT keys.id, start, 1000 + keys.id % 100, 500 FROM keys, buckets`,
    )
    .run({ first: end - size * count, size, end });
}
