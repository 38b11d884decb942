import type { SQL } from "bun";
import type { CountedGroup, SubmissionId } from "../port/telemetry-store.ts";
import type { commitArrays } from "./commit-arrays.ts";
import { plainArray } from "./stored-text.ts";

/**
 * Stores a group in one statement, or returns its submissions that were counted before. A replica
 * deletes confirmed submissions, so its group is then on the disk, even if the role's default is
 * not to wait for that.
 */
export function commitCounts(
  client: SQL,
  { ids, relay }: CountedGroup,
  sums: ReturnType<typeof commitArrays>,
): Promise<readonly SubmissionId[]> {
  const environments = plainArray(ids.map(({ environmentId }) => environmentId));
  const requests = plainArray(ids.map(({ requestId }) => requestId));
  return relay === undefined
    ? client<SubmissionId[]>`
        select environment::float8 as "environmentId", request::text as "requestId"
        from telemetry_commit_1(null, ${environments}::text::bigint[], ${requests}::text::uuid[],
          ${sums.environments}::text::bigint[], ${sums.features}::text::bigint[],
          ${sums.keys}::text::text[], ${sums.minutes}::text::integer[],
          ${sums.enabled}::text::bigint[], ${sums.disabled}::text::bigint[],
          ${sums.metrics}::text::integer[])`
    : client<SubmissionId[]>`
        select environment::float8 as "environmentId", request::text as "requestId"
        from telemetry_relay_1(
          case when set_config('synchronous_commit', case current_setting('synchronous_commit')
            when 'off' then 'on' else current_setting('synchronous_commit') end, true) <> 'off'
            then ${relay.spool}::text end,
          ${relay.after}::bigint, ${relay.through}::bigint,
          ${environments}::text::bigint[], ${requests}::text::uuid[],
          ${sums.environments}::text::bigint[], ${sums.features}::text::bigint[],
          ${sums.keys}::text::text[], ${sums.minutes}::text::integer[],
          ${sums.enabled}::text::bigint[], ${sums.disabled}::text::bigint[],
          ${sums.metrics}::text::integer[])`;
}
