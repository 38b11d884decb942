import type { SQL } from "bun";

/** A commit stays in the log while it is one of the latest `commitsMin`, or younger than `ageMsMin`. */
export interface LogRetention {
  readonly commitsMin: number;
  readonly ageMsMin: number;
}

export const logRetentionDefault: LogRetention = { commitsMin: 100_000, ageMsMin: 3_600_000 };

/** Limits the time of one statement. */
const trimmedPerStatementMax = 10_000;

/**
 * Deletes the oldest commits of the log, and resolves with their count. Nodes that have not read
 * these commits reload their state.
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
        order by position limit ${trimmedPerStatementMax}
      ) returning 1
    )
    select count(*)::int4 as trimmed from trimmed`;
  return row?.trimmed ?? 0;
}

/**
 * Records that the database was restored to an earlier state. New commits may then get positions that
 * nodes have already read, so all nodes reload their state. Resolves with the new epoch.
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
