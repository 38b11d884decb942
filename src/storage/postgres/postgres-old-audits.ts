import type { SQL, TransactionSQL } from "bun";
import { auditHash, chainStart, coveredDifference, hexOf } from "../chain/chain-hash.ts";
import { unescapedText } from "./escaped-text.ts";

/** Few enough that other servers wait for some milliseconds. */
const auditsPerBlock = 1_000;

interface AuditRow {
  readonly sequence: number;
  readonly created_at: number;
  readonly action: string;
  readonly actor_type: string;
  readonly actor_id: string;
  readonly feature_key: string;
  readonly value: string | null;
  readonly feature_id: number | null;
  readonly step: number | null;
  readonly target: number | null;
  readonly difference: string | null;
  readonly reason: string | null;
}

/**
 * Hashes the audits that earlier versions stored, in blocks. Such servers may still run, and then
 * later audits have no hash until this is called again.
 */
export async function hashOldPostgresAudits(client: SQL): Promise<void> {
  const rows = await client<{ id: number }[]>`
    select e.id::float8 as id from environments e
      left join audits a on a.environment_id = e.id and a.sequence = e.last_audit
    where e.last_audit > 0 and a.hash is null
      and (a.sequence is not null or e.removed_hash is null)`;
  for (const { id } of rows) {
    while (await client.begin((transaction) => hashBlock(transaction, id))) {
      // Other servers commit between two blocks.
    }
  }
}

/** Resolves with whether there may be more. */
async function hashBlock(client: TransactionSQL, id: number): Promise<boolean> {
  // Commits wait.
  await client`select 1 from head where id = 1 for update`;
  const [first] = await client<{ sequence: number; uuid: string }[]>`
    select coalesce((select min(sequence) from audits where environment_id = ${id} and hash is null),
      0)::float8 as sequence, uuid from installation`;
  if (first === undefined || first.sequence === 0) {
    await client`update environments set removed_hash = ${chainStart}
      where id = ${id} and removed_hash is null`;
    return false;
  }
  const [before] = await client<{ hash: Uint8Array | null }[]>`
    select hash from audits where environment_id = ${id} and sequence = ${first.sequence - 1}
    union all select removed_hash from environments where id = ${id} limit 1`;
  if (before?.hash === null && first.sequence > 1) {
    // An earlier version removed the audits before it.
    await client`update environments set removed_hash = ${chainStart} where id = ${id}`;
  }
  const audits = await client<AuditRow[]>`
    select sequence::float8, created_at::float8, action, actor_type, actor_id, feature_key, value,
      feature_id::float8, step::float8, target::float8, difference, reason
    from audits where environment_id = ${id} and sequence >= ${first.sequence}
    order by sequence limit ${auditsPerBlock}`;
  let previous: Uint8Array = before?.hash ?? chainStart;
  const hashes = audits.map((row) => {
    previous = auditHash(previous, first.uuid, hashedRow(id, row));
    return { sequence: row.sequence, hash: hexOf(previous) };
  });
  await client`
    update audits t set hash = decode(r.hash, 'hex')
    from json_to_recordset(${JSON.stringify(hashes)}::text::json) as r(sequence bigint, hash text)
    where t.environment_id = ${id} and t.sequence = r.sequence`;
  return audits.length === auditsPerBlock;
}

function hashedRow(environmentId: number, row: AuditRow) {
  const { sequence, action, step, target, difference, value, reason } = row;
  return {
    ...{ environmentId, sequence, action, step, target },
    createdAt: row.created_at,
    actorType: row.actor_type,
    actorId: unescapedText(row.actor_id),
    featureKey: unescapedText(row.feature_key),
    value: value === null ? null : unescapedText(value),
    featureId: row.feature_id,
    difference: difference === null ? null : coveredDifference(unescapedText(difference)),
    reason: reason === null ? null : unescapedText(reason),
  };
}
