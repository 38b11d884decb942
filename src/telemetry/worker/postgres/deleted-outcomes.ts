import type { SQL } from "bun";
import { plainArray } from "./stored-text.ts";

/** Bounds the time of one statement. */
const rowsPerStep = 2_000;

/**
 * The rollouts whose guards have no minutes since `from`. The recursion jumps from one guard to the
 * next in the index, and reads the latest minute of each: all other minutes stay unread.
 */
export async function oldRollouts(client: SQL, from: number): Promise<readonly number[]> {
  const rows = await client<{ readonly id: number }[]>`
    with recursive guards as (
      (select rollout_id, guard from telemetry_guard_minutes order by 1, 2 limit 1)
      union all
      select next.* from guards, lateral (
        select m.rollout_id, m.guard from telemetry_guard_minutes m
        where (m.rollout_id, m.guard) > (guards.rollout_id, guards.guard)
        order by 1, 2 limit 1) as next)
    select rollout_id::float8 as id from guards, lateral (
      select minute from telemetry_guard_minutes m
      where m.rollout_id = guards.rollout_id and m.guard = guards.guard
      order by minute desc limit 1) as latest
    group by rollout_id having max(latest.minute) < ${from}::integer`;
  return rows.map(({ id }) => id);
}

/** The environments with outcomes, found as the guards above. */
export async function environmentsWithOutcomes(client: SQL): Promise<readonly number[]> {
  const rows = await client<{ readonly id: number }[]>`
    with recursive of_minutes(id) as (
      select min(environment_id) from telemetry_outcomes
      union all
      select (select min(environment_id) from telemetry_outcomes where environment_id > id)
      from of_minutes where id is not null),
    of_hours(id) as (
      select min(environment_id) from telemetry_outcome_hours
      union all
      select (select min(environment_id) from telemetry_outcome_hours where environment_id > id)
      from of_hours where id is not null)
    select id::float8 as id from of_minutes where id is not null
    union select id::float8 from of_hours where id is not null`;
  return rows.map(({ id }) => id);
}

/** Deletes some minutes of environments, and resolves with their number; like the functions below. */
export function deleteMinutes(client: SQL, environmentIds: readonly number[]): Promise<number> {
  return counted(client<Removed[]>`
    with removed as (
      delete from telemetry_outcomes where ctid = any(array(
        select ctid from telemetry_outcomes
        where environment_id = any(${plainArray(environmentIds)}::text::bigint[])
        limit ${rowsPerStep}::integer)) returning 1)
    select count(*)::integer as count from removed`);
}

export function deleteHours(client: SQL, environmentIds: readonly number[]): Promise<number> {
  return counted(client<Removed[]>`
    with removed as (
      delete from telemetry_outcome_hours where ctid = any(array(
        select ctid from telemetry_outcome_hours
        where environment_id = any(${plainArray(environmentIds)}::text::bigint[])
        limit ${rowsPerStep}::integer)) returning 1)
    select count(*)::integer as count from removed`);
}

export function deleteGuardMinutes(client: SQL, rolloutIds: readonly number[]): Promise<number> {
  return counted(client<Removed[]>`
    with removed as (
      delete from telemetry_guard_minutes where ctid = any(array(
        select ctid from telemetry_guard_minutes
        where rollout_id = any(${plainArray(rolloutIds)}::text::bigint[])
        limit ${rowsPerStep}::integer)) returning 1)
    select count(*)::integer as count from removed`);
}

type Removed = { readonly count: number };

async function counted(rows: Promise<readonly Removed[]>): Promise<number> {
  return (await rows)[0]?.count ?? 0;
}
