import type { SQL } from "bun";
import type { OutcomeSum } from "../counting/outcome-sums.ts";
import { unpackGuardMinute } from "../counting/packed-guard-minute.ts";
import type { ArchivedOutcomes, CountedBucket } from "../port/telemetry-archive.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { textOfStored } from "./stored-text.ts";

const rowsAtOnce = 5_000;

/**
 * All counts, also from commits that are not in the tables yet. If the latest of these belong to
 * another feature with the same key, counts of the earlier feature are left out, as in a flush.
 */
const allBuckets = `
  with journal as (
    select c.environment, c.feature, c.key, c.minute, sum(c.enabled) as enabled,
      sum(c.disabled) as disabled
    from telemetry_journal j, unnest(j.environment_ids, j.feature_ids, j.keys, j.minutes,
      j.enabled, j.disabled) as c(environment, feature, key, minute, enabled, disabled)
    group by 1, 2, 3, 4
  ), newest as (
    select environment, key, max(feature) filter (where feature > 0) as feature
    from journal group by 1, 2
  ), keys as (
    select coalesce(k.environment_id, n.environment) as environment, coalesce(k.key, n.key) as key,
      greatest(k.feature_id, n.feature) as feature,
      case when k.feature_id < n.feature then null else k.id end as id
    from telemetry_keys k
    full join newest n on n.environment = k.environment_id and n.key = k.key
    where k.id is null or k.environment_id > 0
  ), buckets as (
    select m.environment, m.key, m.feature, 0 as level, m.start,
      least(sum(m.enabled), 9007199254740991) as enabled,
      least(sum(m.disabled), 9007199254740991) as disabled
    from (
      select k.environment, k.key, k.feature, m.start, m.enabled, m.disabled
      from keys k join telemetry_minutes m on m.key_id = k.id
      union all
      select k.environment, k.key, k.feature, j.minute, j.enabled, j.disabled
      from keys k join journal j on j.environment = k.environment and j.key = k.key
        and (j.feature <= 0 or j.feature = k.feature)) m
    group by 1, 2, 3, 5
    union all
    select k.environment, k.key, k.feature, 1, h.start, h.enabled, h.disabled
    from keys k join telemetry_hours h on h.key_id = k.id
    union all
    select k.environment, k.key, k.feature, 2, d.start, d.enabled, d.disabled
    from keys k join telemetry_days d on d.key_id = k.id
  )
  select environment::float8 as "environmentId", key, feature::float8 as "featureId", level, start,
    enabled::float8 as enabled, disabled::float8 as disabled
  from buckets`;

/** The slots of this hour and of the one before it contain all ids that must be remembered. */
const allIds = `
  with hour as (select floor(extract(epoch from now()) / 3600)::bigint as h)
  select distinct i.environment_id::float8 as "environmentId", i.request_id::text as "requestId"
  from telemetry_ids i, hour where i.slot in (h % 4, (h + 3) % 4)`;

const id = 'environment_id::float8 as "environmentId", name, key, result';
const allMinutes = `select ${id}, minute, array_to_string(buckets, ',') as buckets
  from telemetry_outcomes`;
const allHours = `select ${id}, start, total::float8 as total, errors::float8 as errors
  from telemetry_outcome_hours`;
const allGuardMinutes = `select rollout_id::float8 as "rolloutId", guard, minute, counts
  from telemetry_guard_minutes`;

type HourRow = Omit<Extract<ArchivedOutcomes, { kind: "hour" }>, "kind">;

interface MinuteRow extends OutcomeSum {
  /** The counts, with commas between them. */
  readonly buckets: string;
}

interface GuardRow {
  readonly rolloutId: number;
  readonly guard: string;
  readonly minute: number;
  readonly counts: Uint8Array;
}

/** Reads all counts; the client must be in a transaction. */
export async function* archivedBuckets(client: SQL): AsyncGenerator<readonly CountedBucket[]> {
  for await (const rows of pages<CountedBucket>(client, allBuckets)) {
    yield rows.map((row) => ({ ...row, key: textOfStored(row.key) }));
  }
}

/** Reads all outcomes and minutes of guards; the client must be in a transaction. */
export async function* archivedOutcomes(client: SQL): AsyncGenerator<readonly ArchivedOutcomes[]> {
  for await (const rows of pages<MinuteRow>(client, allMinutes)) {
    yield rows.map(({ buckets, ...row }) => ({
      ...{ ...row, kind: "minute" as const, key: textOfStored(row.key) },
      counts: buckets.split(",").map(Number),
    }));
  }
  for await (const rows of pages<HourRow>(client, allHours)) {
    yield rows.map((row) => ({ ...row, kind: "hour" as const, key: textOfStored(row.key) }));
  }
  for await (const rows of pages<GuardRow>(client, allGuardMinutes)) {
    yield rows.map(({ rolloutId, guard, minute, counts }) => {
      const counted = unpackGuardMinute(minute, counts);
      return { kind: "guard" as const, rolloutId, guard, counted };
    });
  }
}

/** Reads the ids of submissions; the client must be in a transaction. */
export function archivedIds(client: SQL): AsyncGenerator<readonly SubmissionId[]> {
  return pages(client, allIds);
}

async function* pages<Row>(client: SQL, query: string): AsyncGenerator<readonly Row[]> {
  await client.unsafe(`declare archived no scroll cursor for ${query}`);
  for (let count = rowsAtOnce; count === rowsAtOnce; ) {
    const rows: readonly Row[] = await client.unsafe(`fetch ${rowsAtOnce} from archived`);
    yield [...rows];
    count = rows.length;
  }
  await client.unsafe("close archived");
}
