import type { SQL as Client } from "bun";
import { and, asc, desc, eq, getTableColumns, gt, lt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { ChainHead, RecordedAct } from "../../core/model/act.ts";
import type { SigningKey } from "../../core/model/signing-key.ts";
import { coveredDifference, hexOf } from "../chain/chain-hash.ts";
import type { ActQuery, ChainEnds, ChainedAudit, ChainedAuditQuery } from "../record-reads.ts";
import { pgActs, pgInstallation, pgSigningKeys } from "./postgres-record-schema.ts";
import { pgAudits } from "./postgres-schema.ts";

export async function readActs(
  client: Client,
  { after, before, limit, isOldestFirst = false }: ActQuery,
): Promise<readonly RecordedAct[]> {
  const rows = await drizzle({ client })
    .select()
    .from(pgActs)
    .where(and(gt(pgActs.n, after), lt(pgActs.n, before)))
    .orderBy(isOldestFirst ? asc(pgActs.n) : desc(pgActs.n))
    .limit(limit);
  return rows.map((row) => ({ ...row, hash: hexOf(row.hash) }));
}

export async function readSigningKeys(client: Client): Promise<readonly SigningKey[]> {
  return await drizzle({ client })
    .select()
    .from(pgSigningKeys)
    .orderBy(asc(pgSigningKeys.createdAt));
}

interface EndRow {
  readonly environment: number;
  readonly sequence: number;
  readonly hash: Uint8Array | null;
  readonly removed_through: number;
  readonly removed_hash: Uint8Array | null;
}

/** In one transaction, so that no commit comes between two of the reads. */
export function readChainEnds(client: Client): Promise<ChainEnds> {
  return client.begin("isolation level repeatable read, read only", async (transaction) => {
    const database = drizzle({ client: transaction });
    const [installation] = await database.select().from(pgInstallation);
    const [act] = await database.select().from(pgActs).orderBy(desc(pgActs.n)).limit(1);
    const rows = await transaction<EndRow[]>`
      select e.id::float8 as environment, e.last_audit::float8 as sequence,
        coalesce(newest.hash, case when newest.sequence is null then e.removed_hash end) as hash,
        coalesce((select min(a.sequence) - 1 from audits a where a.environment_id = e.id),
          e.last_audit)::float8 as removed_through,
        e.removed_hash
      from environments e
        left join audits newest on newest.environment_id = e.id and newest.sequence = e.last_audit
      where e.last_audit > 0 order by e.id`;
    return {
      installation: installation?.uuid ?? "",
      acts: act === undefined ? named(0, new Uint8Array(32)) : named(act.n, act.hash),
      environments: rows.map((row) => ({
        environment: row.environment,
        ...named(row.sequence, row.hash),
        removed: named(row.removed_through, row.removed_hash),
      })),
    };
  });
}

export async function readChainedAudits(
  client: Client,
  { environmentId, after, limit }: ChainedAuditQuery,
): Promise<readonly ChainedAudit[]> {
  const rows = await drizzle({ client })
    .select(getTableColumns(pgAudits))
    .from(pgAudits)
    .where(and(eq(pgAudits.environmentId, environmentId), gt(pgAudits.sequence, after)))
    .orderBy(asc(pgAudits.sequence))
    .limit(limit);
  return rows.map(({ difference, hash, ...row }) => ({
    ...row,
    difference: difference === null ? null : coveredDifference(difference),
    hash: hash === null ? null : hexOf(hash),
  }));
}

function named(sequence: number, hash: Uint8Array | null): ChainHead {
  return { sequence, hash: hash === null ? null : hexOf(hash) };
}
