import type { SQL } from "bun";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import { countMax } from "../../messages/counts.ts";
import type { Catalog } from "../counting/catalog.ts";
import type { KeyCounts } from "../port/telemetry-store.ts";
import { plainArray, textArray, textOfStored } from "./stored-text.ts";

/** Keys of an environment with the ids of the features that have them now. */
export class RequestedKeys {
  readonly environmentId: number;
  readonly count: number;
  readonly keys: string;
  /** 0 for an unknown key. */
  readonly features: string;

  constructor(environmentId: number, keys: readonly string[], catalog: Catalog) {
    this.environmentId = environmentId;
    this.count = keys.length;
    this.keys = textArray(keys);
    this.features = plainArray(keys.map((key) => catalog.featureId(environmentId, key) ?? 0));
  }
}

interface BucketRow {
  readonly place: number;
  readonly bucket: number;
  readonly enabled: number;
  readonly disabled: number;
}

/**
 * Reads counts while no partition is added or dropped: a statement finds the partitions a moment
 * before it sees the rows. The lock is a separate statement, so that the next one sees commits made
 * during the wait.
 */
function whilePartitionsStay<Result>(
  client: SQL,
  read: (client: SQL) => Promise<Result>,
): Promise<Result> {
  return client.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock_shared(4747004)`;
    return read(transaction);
  });
}

/**
 * The counts of keys, in their order. It is one statement, which sees one moment, so counts that
 * move from the journal to the tables are seen once.
 */
export async function readBuckets(
  client: SQL,
  requested: RequestedKeys,
  { start, sizeMinutes, bucketCount }: BucketSeries,
): Promise<readonly (KeyCounts | undefined)[]> {
  const { environmentId, keys, features, count } = requested;
  const end = start + bucketCount * sizeMinutes;
  const rows = await whilePartitionsStay(
    client,
    (transaction) => transaction<BucketRow[]>`
    with requested as (
      select r.key, r.feature, r.place
      from unnest(${keys}::text::text[], ${features}::text::bigint[])
        with ordinality as r(key, feature, place)
    ), found as materialized (
      select r.place, k.id from requested r join telemetry_keys k
      on k.environment_id = ${environmentId}::bigint and k.key = r.key
        and (k.feature_id is null or k.feature_id = r.feature)
    ), counted as (
      select f.place, t.start, t.enabled, t.disabled from found f
      join telemetry_minutes t on t.key_id = f.id
      where t.start >= ${start}::integer and t.start < ${end}::integer
      union all
      select f.place, t.start, t.enabled, t.disabled from found f
      join telemetry_hours t on t.key_id = f.id
      where t.start >= ${start}::integer and t.start < ${end}::integer
      union all
      select f.place, t.start, t.enabled, t.disabled from found f
      join telemetry_days t on t.key_id = f.id
      where t.start >= ${start}::integer and t.start < ${end}::integer
      union all
      select r.place, e.minute, e.enabled, e.disabled
      from telemetry_journal j, unnest(j.environment_ids, j.feature_ids, j.keys, j.minutes,
        j.enabled, j.disabled) as e(environment, feature, key, minute, enabled, disabled)
      join requested r on r.key = e.key
      where e.environment = ${environmentId}::bigint and (e.feature = r.feature
          or e.feature <= 0 and (r.feature = 0 or -e.feature < r.feature))
        and e.minute >= ${start}::integer and e.minute < ${end}::integer
    )
    select place::integer, ((start - ${start}::integer) / ${sizeMinutes}::integer) as bucket,
      least(sum(enabled), ${countMax}::bigint)::float8 as enabled,
      least(sum(disabled), ${countMax}::bigint)::float8 as disabled
    from counted group by 1, 2`,
  );
  const counts = Array.from<KeyCounts | undefined>({ length: count });
  for (const { place, bucket, enabled, disabled } of rows) {
    const ofKey = counts[place - 1] ?? {
      enabled: new Float64Array(bucketCount),
      disabled: new Float64Array(bucketCount),
    };
    counts[place - 1] = ofKey;
    ofKey.enabled[bucket] = enabled;
    ofKey.disabled[bucket] = disabled;
  }
  return counts;
}

/** The start of the latest bucket of each key, in their order. */
export async function readNewest(
  client: SQL,
  { environmentId, keys, features, count }: RequestedKeys,
): Promise<readonly (number | undefined)[]> {
  const rows = await whilePartitionsStay(
    client,
    (transaction) => transaction<{ readonly place: number; readonly newest: number }[]>`
    with requested as (
      select r.key, r.feature, r.place
      from unnest(${keys}::text::text[], ${features}::text::bigint[])
        with ordinality as r(key, feature, place)
    ), found as materialized (
      select r.place, k.id from requested r join telemetry_keys k
      on k.environment_id = ${environmentId}::bigint and k.key = r.key
        and (k.feature_id is null or k.feature_id = r.feature)
    )
    select place::integer, max(start)::integer as newest from (
      select f.place, t.start from found f join telemetry_minutes t on t.key_id = f.id
      union all
      select f.place, t.start from found f join telemetry_hours t on t.key_id = f.id
      union all
      select f.place, t.start from found f join telemetry_days t on t.key_id = f.id
      union all
      select r.place, e.minute
      from telemetry_journal j, unnest(j.environment_ids, j.feature_ids, j.keys, j.minutes)
        as e(environment, feature, key, minute)
      join requested r on r.key = e.key
      where e.environment = ${environmentId}::bigint and (e.feature = r.feature
          or e.feature <= 0 and (r.feature = 0 or -e.feature < r.feature))
    ) as counted group by 1`,
  );
  const newest = Array.from<number | undefined>({ length: count });
  for (const { place, newest: minute } of rows) {
    newest[place - 1] = minute;
  }
  return newest;
}

/** The unknown keys of an environment, in the order of their first counts. */
export async function readUnknownKeys(
  client: SQL,
  environmentId: number,
): Promise<readonly string[]> {
  const rows = await client<{ readonly key: string }[]>`
    select key from telemetry_keys
    where environment_id = ${environmentId}::bigint and feature_id is null order by id`;
  return rows.map(({ key }) => textOfStored(key));
}
