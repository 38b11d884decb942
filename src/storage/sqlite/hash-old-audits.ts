import type { Database } from "bun:sqlite";
import { auditHash, chainStart } from "../chain/chain-hash.ts";
import { coveredOf } from "./sqlite-record-reads.ts";

/** Few enough that a transaction takes some milliseconds. */
const auditsPerBlock = 2_000;

/** The columns of an audit, in the order of `HashedAudit`, then the compressed difference. */
type AuditRow = readonly [
  sequence: number,
  createdAt: number,
  action: string,
  actorType: string,
  actorId: string,
  featureKey: string,
  value: string | null,
  featureId: number | null,
  step: number | null,
  target: number | null,
  difference: string | null,
  reason: string | null,
  deflated: Uint8Array | null,
];

interface Environment {
  readonly id: number;
  readonly hash: Uint8Array | null;
}

/**
 * Hashes the audits that an earlier version stored, in blocks. What it hashed before it was killed
 * stays. A start with hashed audits reads one audit of each environment.
 */
export function hashOldAudits(database: Database): void {
  // Audits that an earlier version removed had no hash.
  database.run(
    "UPDATE environments SET removed_hash = ? WHERE removed_hash IS NULL AND audits_removed_through > 0",
    [chainStart],
  );
  const environments = database
    .query<Environment, []>(
      `SELECT e.id, e.removed_hash AS hash FROM environments e WHERE EXISTS (
        SELECT 1 FROM audits a WHERE a.environment_id = e.id AND a.hash IS NULL AND a.sequence =
          (SELECT max(sequence) FROM audits l WHERE l.environment_id = e.id))`,
    )
    .all();
  const installation =
    database.query<{ uuid: string }, []>("SELECT uuid FROM installation").get()?.uuid ?? "";
  for (const environment of environments) {
    hashEnvironment(database, installation, environment);
  }
}

function hashEnvironment(database: Database, installation: string, { id, hash }: Environment) {
  const read = database.query<AuditRow, [number, number, number]>(
    `SELECT a.sequence, a.created_at, a.action, a.actor_type, a.actor_id, a.feature_key, a.value,
      a.feature_id, a.step, a.target, a.difference, a.reason, l.deflated
    FROM audits a LEFT JOIN large_differences l
      ON a.difference IS NULL AND l.environment_id = a.environment_id AND l.sequence = a.sequence
    WHERE a.environment_id = ? AND a.sequence > ? ORDER BY a.sequence LIMIT ?`,
  );
  const store = database.query<unknown, [Uint8Array, number, number]>(
    "UPDATE audits SET hash = ? WHERE environment_id = ? AND sequence = ?",
  );
  const last = database
    .query<{ sequence: number; hash: Uint8Array }, [number]>(
      `SELECT sequence, hash FROM audits WHERE environment_id = ?1 AND sequence = (
        SELECT min(sequence) - 1 FROM audits WHERE environment_id = ?1 AND hash IS NULL)`,
    )
    .get(id);
  let previous = last?.hash ?? hash ?? chainStart;
  let after = last?.sequence ?? 0;
  for (let count = auditsPerBlock; count === auditsPerBlock; ) {
    database
      .transaction(() => {
        const rows: readonly unknown[] = read.values(id, after, auditsPerBlock);
        for (const row of rows as readonly AuditRow[]) {
          previous = hashOfRow(previous, installation, id, row);
          [after] = row;
          store.run(previous, id, after);
        }
        count = rows.length;
      })
      .immediate();
  }
}

function hashOfRow(
  previous: Uint8Array,
  installation: string,
  environmentId: number,
  [sequence, createdAt, action, actorType, actorId, featureKey, value, ...rest]: AuditRow,
): Uint8Array {
  const [featureId, step, target, difference, reason, deflated] = rest;
  return auditHash(previous, installation, {
    ...{ environmentId, sequence, createdAt, action, actorType, actorId, featureKey, value },
    ...{ featureId, step, target, reason, difference: coveredOf(difference, deflated) },
  });
}
