import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { placeholders } from "../../sqlite/prepared-statements.ts";
import { filledBlockStart } from "./audit-index-blocks.ts";
import { auditsTable } from "./gatehouse-schema.ts";
import { prepareNewestSequence } from "./sqlite-audit-reads.ts";
import { prepareFeatureWrites, type StoredFeatureChange } from "./sqlite-feature-writes.ts";
import {
  type OrganizationChange,
  prepareOrganizationWrites,
} from "./sqlite-organization-writes.ts";
import type { StoredChange } from "./stored-change.ts";

type AuditChange = Exclude<StoredChange, StoredFeatureChange | OrganizationChange>;

export interface Writes<Written extends StoredChange> {
  write(change: Written): void;
  /** Must be called after the transaction is committed. */
  committed(): void;
}

/**
 * Writes changes as rows. The returned function begins the changes of one transaction. Every
 * statement is prepared once, because memory for new SQL text is never released.
 */
export function prepareWrites(database: BunSQLiteDatabase): () => Writes<StoredChange> {
  const writeFeature = prepareFeatureWrites(database);
  const writeDirectory = prepareOrganizationWrites(database);
  const beginAudits = prepareAuditWrites(database);
  return () => {
    const audited = beginAudits();
    return {
      write: (change) => {
        switch (change.kind) {
          case "feature.saved":
          case "feature.removed":
          case "gates.saved":
          case "members.removed":
          case "members.added":
          case "override.dropped":
            return writeFeature(change);
          case "audit.recorded":
            return audited.write(change);
          default:
            return writeDirectory(change);
        }
      },
      committed: audited.committed,
    };
  };
}

/** The number of environments whose newest sequence is cached. */
const cachedMax = 1_000;

/** Caches the newest sequences: reading one takes longer than writing the audit. */
function prepareAuditWrites(database: BunSQLiteDatabase): () => Writes<AuditChange> {
  const newest = prepareNewestSequence(database);
  const insert = database
    .insert(auditsTable)
    .values({
      ...placeholders("environmentId", "sequence", "createdAt", "action", "actorType", "actorId"),
      ...placeholders("featureKey", "value"),
    })
    .prepare();
  const indexBlock = prepareIndexing(database);
  const cached = new Map<number, number>();
  /** Removed from the cache until the commit: if it fails, the sequence is read again. */
  const takeCached = (environmentId: number) => {
    const sequence = cached.get(environmentId) ?? newest(environmentId);
    cached.delete(environmentId);
    return sequence;
  };
  return () => {
    const sequences = new Map<number, number>();
    return {
      write: ({ audit: { actor, ...rest } }) => {
        const { environmentId } = rest;
        const sequence = (sequences.get(environmentId) ?? takeCached(environmentId)) + 1;
        sequences.set(environmentId, sequence);
        insert.run({ ...rest, sequence, actorType: actor.type, actorId: actor.id });
        indexBlock(environmentId, sequence);
      },
      committed: () => {
        if (cached.size > cachedMax) {
          cached.clear();
        }
        for (const [environmentId, sequence] of sequences) {
          cached.set(environmentId, sequence);
        }
      },
    };
  };
}

/** If an audit completes a block, adds the block to the index of features. */
function prepareIndexing(database: BunSQLiteDatabase) {
  const index = database
    .update(auditsTable)
    .set({ isIndexed: true })
    .where(
      and(
        eq(auditsTable.environmentId, sql.placeholder("environmentId")),
        gt(auditsTable.sequence, sql.placeholder("after")),
        lte(auditsTable.sequence, sql.placeholder("through")),
      ),
    )
    .prepare();
  return (environmentId: number, through: number) => {
    const after = filledBlockStart(through);
    if (after !== undefined) {
      index.run({ environmentId, after, through });
    }
  };
}
