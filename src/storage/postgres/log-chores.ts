import type { SQL } from "bun";

/** How much of the log to retain: the larger of the two. */
export interface LogRetention {
  readonly commitsMin: number;
  readonly ageMsMin: number;
}

export const logRetentionDefault: LogRetention = { commitsMin: 100_000, ageMsMin: 3_600_000 };

/** Limits the time of one statement. */
const trimmedAtOnceMax = 10_000;

/**
 * Removes the oldest commits from the log; resolves with their count. Nodes that did not read them
 * load their state again.
 */
export async function trimLog(
  client: SQL,
  { commitsMin, ageMsMin }: LogRetention = logRetentionDefault,
): Promise<number> {
  const [row] = await client<{ trimmed: number }[]>`
    with trimmed as (
      delete from commits where position in (
        select position from commits
        where position <= (select position from head where id = 1) - ${commitsMin}
          and committed_at < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ageMsMin}
        order by position limit ${trimmedAtOnceMax}
      ) returning 1
    )
    select count(*)::int4 as trimmed from trimmed`;
  return row?.trimmed ?? 0;
}

/**
 * Records that the database was restored to an earlier state. Positions may then be assigned again,
 * so all nodes load their state again. Resolves with the new epoch.
 */
export async function renewEpoch(client: SQL): Promise<string> {
  const [row] = await client<{ epoch: string }[]>`
    with renewed as (
      update head set epoch = gen_random_uuid() where id = 1 returning epoch, position
    ), trimmed as (
      delete from commits where position <= (select position from renewed)
    ), notified as (
      select pg_notify('gatehouse', position::text) from renewed
    )
    select epoch::text from renewed, notified`;
  return row?.epoch ?? "";
}
