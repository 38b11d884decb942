import type { SQL } from "bun";
import type { RelayProgress } from "../port/telemetry-store.ts";

/** With more, the spools that were not heard of for the longest time are forgotten. */
const spoolsMax = 10_000;

/** The sequence up to which a spool of a replica is counted; 0 for an unknown one. */
export async function relayedThrough(client: SQL, spool: string): Promise<number> {
  const [row] = await client<{ sequence: number }[]>`
    select sequence::float8 as sequence from telemetry_relays where spool = ${spool}`;
  return row?.sequence ?? 0;
}

/**
 * Notes in the transaction of the counts how far a spool is counted. Throws if it was counted further
 * meanwhile, by another node.
 */
export async function advanceRelay(
  transaction: SQL,
  { spool, after, through }: RelayProgress,
  nowMs: number,
): Promise<void> {
  // The row is locked before it is read: two nodes may count the same spool.
  await transaction`insert into telemetry_relays (spool, sequence, seen_at)
    values (${spool}, 0, ${nowMs}) on conflict do nothing`;
  const advanced = await transaction<{ spool: string }[]>`
    update telemetry_relays set sequence = ${through}::bigint, seen_at = ${nowMs}::bigint
    where spool = ${spool} and sequence <= ${after}::bigint returning spool`;
  if (advanced.length === 0) {
    throw new Error("submissions of a replica were counted meanwhile");
  }
  await transaction`delete from telemetry_relays where spool in (
    select spool from telemetry_relays order by seen_at desc offset ${spoolsMax}::int)`;
}
