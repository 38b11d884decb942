import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { RecordedAct } from "../../core/model/act.ts";
import type { SigningKey } from "../../core/model/signing-key.ts";
import { coveredDifference, hexOf } from "../chain/chain-hash.ts";
import type { ActQuery, ChainEnds, ChainedAudit, ChainedAuditQuery } from "../record-reads.ts";
import { auditsTable, environmentsTable, largeDifferencesTable } from "./gatehouse-schema.ts";
import { actsTable, signingKeysTable } from "./record-schema.ts";
import { chainHead, prepareChainHeads } from "./sqlite-chain-heads.ts";

export interface SqliteRecordReads {
  acts(query: ActQuery): readonly RecordedAct[];
  signingKeys(): readonly SigningKey[];
  chainEnds(): ChainEnds;
  chainedAudits(query: ChainedAuditQuery): readonly ChainedAudit[];
}

export function prepareRecordReads(database: BunSQLiteDatabase): SqliteRecordReads {
  const heads = prepareChainHeads(database);
  const { id, auditsRemovedThrough: through, removedHash } = environmentsTable;
  const environments = database
    .select({ id, through, removedHash })
    .from(environmentsTable)
    .orderBy(asc(id))
    .prepare();
  const keys = database
    .select()
    .from(signingKeysTable)
    .orderBy(asc(signingKeysTable.createdAt))
    .prepare();
  return {
    ...prepareActs(database),
    signingKeys: () => keys.all(),
    // One transaction, so that no commit comes between two of the reads.
    chainEnds: () =>
      database.transaction(() => ({
        installation: heads.installation(),
        acts: chainHead(heads.ofActs()),
        environments: environments.all().flatMap((row) => {
          const head = heads.ofEnvironment(row.id);
          const removed = chainHead({ sequence: row.through, hash: row.removedHash });
          return head.sequence === 0 ? [] : [{ environment: row.id, ...chainHead(head), removed }];
        }),
      })),
    chainedAudits: prepareChainedAudits(database),
  };
}

function prepareActs(database: BunSQLiteDatabase): Pick<SqliteRecordReads, "acts"> {
  const { n } = actsTable;
  const range = and(gt(n, sql.placeholder("after")), lt(n, sql.placeholder("before")));
  const [latest, oldest] = [desc(n), asc(n)].map((order) =>
    database
      .select()
      .from(actsTable)
      .where(range)
      .orderBy(order)
      .limit(sql.placeholder("limit"))
      .prepare(),
  );
  return {
    acts: ({ after, before, limit, isOldestFirst = false }) =>
      ((isOldestFirst ? oldest : latest)?.all({ after, before, limit }) ?? []).map((row) => ({
        ...row,
        hash: hexOf(row.hash),
      })),
  };
}

function prepareChainedAudits(database: BunSQLiteDatabase): SqliteRecordReads["chainedAudits"] {
  const { isIndexed, ...columns } = getTableColumns(auditsTable);
  const { environmentId, sequence } = auditsTable;
  const read = database
    .select({ ...columns, deflated: largeDifferencesTable.deflated })
    .from(auditsTable)
    .leftJoin(
      largeDifferencesTable,
      and(
        eq(largeDifferencesTable.environmentId, environmentId),
        eq(largeDifferencesTable.sequence, sequence),
      ),
    )
    .where(
      and(
        eq(environmentId, sql.placeholder("environmentId")),
        gt(sequence, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(sequence))
    .limit(sql.placeholder("limit"))
    .prepare();
  return (query) =>
    read.all({ ...query }).map(({ deflated, difference, hash, ...row }) => ({
      ...row,
      difference: coveredOf(difference, deflated),
      hash: hash === null ? null : hexOf(hash),
    }));
}

/** The difference of an audit as its hash covers it. */
export function coveredOf(difference: string | null, deflated: Uint8Array | null): string | null {
  if (difference !== null) {
    return coveredDifference(difference);
  }
  return deflated === null
    ? null
    : coveredDifference(new TextDecoder().decode(Bun.inflateSync(new Uint8Array(deflated))));
}
