import type { SQL } from "bun";
import { rollupBoundariesAt } from "../counting/retention-windows.ts";
import type { CountedGroup, SubmissionId } from "../port/telemetry-store.ts";
import type { CommitArrays } from "./commit-arrays.ts";
import { type OutcomeArrays, outcomeArrays } from "./outcome-arrays.ts";
import { plainArray } from "./stored-text.ts";

/** The minutes of all counts and outcomes. */
export function* minutesIn({ counts, outcomes }: CountedGroup): Generator<number, void, void> {
  yield* counts.minutes();
  yield* outcomes.values().map(({ minute }) => minute);
}

type CommittedGroup = Pick<CountedGroup, "ids" | "relay">;

/** Stores a group in one statement, or returns its submissions that were counted before. */
export function commitGroup(
  client: SQL,
  group: CountedGroup,
  sums: CommitArrays,
  dataMs: number,
): Promise<readonly SubmissionId[]> {
  const outcomes = group.outcomes.values();
  return outcomes.length === 0
    ? commitCounts(client, group, sums)
    : commitOutcomes(client, group, sums, {
        ...outcomeArrays(outcomes),
        minutesFrom: rollupBoundariesAt(dataMs).minutesFrom,
      });
}

/**
 * A group without outcomes. A replica deletes confirmed submissions, so its group is then on the disk, even if the role's default is
 * not to wait for that.
 */
function commitCounts(
  client: SQL,
  { ids, relay }: CommittedGroup,
  sums: CommitArrays,
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

/** As `commitCounts`, with outcomes; those before `minutesFrom` are added to hours. */
function commitOutcomes(
  client: SQL,
  { ids, relay }: CommittedGroup,
  sums: CommitArrays,
  outcomes: OutcomeArrays & { readonly minutesFrom: number },
): Promise<readonly SubmissionId[]> {
  const { spool = null, after = null, through = null } = relay ?? {};
  return client<SubmissionId[]>`
    select environment::float8 as "environmentId", request::text as "requestId"
    from telemetry_commit_2(
      case when ${spool}::text is not null
        and set_config('synchronous_commit', case current_setting('synchronous_commit')
          when 'off' then 'on' else current_setting('synchronous_commit') end, true) <> 'off'
        then ${spool}::text end,
      ${after}::bigint, ${through}::bigint,
      ${plainArray(ids.map(({ environmentId }) => environmentId))}::text::bigint[],
      ${plainArray(ids.map(({ requestId }) => requestId))}::text::uuid[],
      ${sums.environments}::text::bigint[], ${sums.features}::text::bigint[],
      ${sums.keys}::text::text[], ${sums.minutes}::text::integer[],
      ${sums.enabled}::text::bigint[], ${sums.disabled}::text::bigint[],
      ${sums.metrics}::text::integer[],
      ${outcomes.environments}::text::bigint[], ${outcomes.names}::text::text[],
      ${outcomes.keys}::text::text[], ${outcomes.results}::text::boolean[],
      ${outcomes.minutes}::text::integer[], ${outcomes.totals}::text::bigint[],
      ${outcomes.errors}::text::bigint[], ${outcomes.counts}::text::bigint[],
      ${outcomes.minutesFrom}::integer)`;
}
