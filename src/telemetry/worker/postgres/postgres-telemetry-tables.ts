import type { SQL } from "bun";
import type { ArchivedClock } from "../port/telemetry-archive.ts";

export async function readClock(client: SQL): Promise<ArchivedClock> {
  const [row] = await client<ArchivedClock[]>`
    select greatest(newest_minute, (
        select max(m) from telemetry_journal j, unnest(j.minutes) as m)) as "newestMinute",
      seen_at::float8 as "seenAt" from telemetry_clock`;
  return { newestMinute: row?.newestMinute ?? null, seenAt: row?.seenAt ?? null };
}

/** The sequence up to which a spool of a replica is counted; 0 for an unknown one. */
export async function readRelay(client: SQL, spool: string): Promise<number> {
  const [row] = await client<{ readonly sequence: number }[]>`
    select sequence::float8 as sequence from telemetry_relays where spool = ${spool}`;
  return row?.sequence ?? 0;
}
