import type { SQL } from "bun";
import type { ArchivedClock } from "../port/telemetry-archive.ts";

export async function readClock(client: SQL): Promise<ArchivedClock> {
  const [row] = await client<ArchivedClock[]>`
    select greatest(newest_minute, (
        select max(m) from telemetry_journal j, unnest(j.minutes) as m)) as "newestMinute",
      seen_at::float8 as "seenAt" from telemetry_clock`;
  return { newestMinute: row?.newestMinute ?? null, seenAt: row?.seenAt ?? null };
}
