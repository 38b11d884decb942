import type { SQL } from "bun";
import { sumsOfCounts } from "../counting/outcome-sums.ts";
import { packGuardMinute } from "../counting/packed-guard-minute.ts";
import type { ArchivedOutcomes } from "../port/telemetry-archive.ts";
import { storedText } from "./stored-text.ts";

/** Stores copied outcomes, and replaces existing ones. Each list has rows of one kind. */
export async function writeOutcomes(client: SQL, rows: readonly ArchivedOutcomes[]): Promise<void> {
  const json = JSON.stringify(rows.map(jsonOf));
  switch (rows[0]?.kind) {
    case "minute":
      await client`
        insert into telemetry_outcomes
          (environment_id, key, minute, name, result, total, errors, buckets)
        select r.environment, r.key, r.minute, r.name, r.result, r.total, r.errors, array(
          select c.value::bigint from json_array_elements_text(r.counts) with ordinality as c(value, i)
          order by c.i)
        from json_to_recordset(${json}::text::json) as r(environment bigint, key text,
          minute integer, name text, result boolean, total bigint, errors bigint, counts json)
        on conflict (environment_id, key, minute, name, result) do update set
          total = excluded.total, errors = excluded.errors, buckets = excluded.buckets`;
      return;
    case "hour":
      await client`
        insert into telemetry_outcome_hours
          (environment_id, name, key, result, start, total, errors)
        select r.environment, r.name, r.key, r.result, r.minute, r.total, r.errors
        from json_to_recordset(${json}::text::json) as r(environment bigint, name text, key text,
          result boolean, minute integer, total bigint, errors bigint)
        on conflict (environment_id, name, key, result, start) do update set
          total = excluded.total, errors = excluded.errors`;
      return;
    case "guard":
      await client`
        insert into telemetry_guard_minutes (rollout_id, guard, minute, counts)
        select r.rollout, r.guard, r.minute, decode(r.counts, 'hex')
        from json_to_recordset(${json}::text::json) as r(rollout bigint, guard text,
          minute integer, counts text)
        on conflict (rollout_id, guard, minute) do update set counts = excluded.counts`;
      return;
    default:
      return;
  }
}

function jsonOf(row: ArchivedOutcomes): object {
  if (row.kind === "guard") {
    const { rolloutId: rollout, guard, counted } = row;
    const counts = Buffer.from(packGuardMinute(counted)).toString("hex");
    return { rollout, guard, minute: counted.minute, counts };
  }
  const { environmentId: environment, name, result } = row;
  const id = { environment, name, key: storedText(row.key), result };
  return row.kind === "minute"
    ? { ...id, minute: row.minute, counts: row.counts, ...sumsOfCounts(row.counts) }
    : { ...id, minute: row.start, total: row.total, errors: row.errors };
}
