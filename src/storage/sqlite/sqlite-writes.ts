import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { placeholders } from "../../sqlite/prepared-statements.ts";
import { filledBlockStart } from "./audit-index-blocks.ts";
import { auditsTable, environmentsTable } from "./gatehouse-schema.ts";
import { prepareAccountWrites } from "./sqlite-account-writes.ts";
import { prepareNewestSequence } from "./sqlite-audit-reads.ts";
import { prepareFeatureWrites } from "./sqlite-feature-writes.ts";
import { prepareOrganizationWrites } from "./sqlite-organization-writes.ts";
import type { AuditsSaved, StoredChange } from "./stored-change.ts";

type AuditRemoval = Extract<StoredChange, { readonly kind: "audits.removed" }>;

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
  const writeAccount = prepareAccountWrites(database);
  const beginAudits = prepareAuditWrites(database);
  const removeAudits = prepareAuditRemoval(database);
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
          case "audits.saved":
            return audited.write(change);
          case "audits.removed":
            return removeAudits(change);
          case "password.saved":
          case "sign_in_link.saved":
          case "sign_in_link.removed":
          case "session.saved":
          case "sessions.ended":
          case "passkey.saved":
          case "passkey.removed":
          case "credentials.removed":
            return writeAccount(change);
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
function prepareAuditWrites(database: BunSQLiteDatabase): () => Writes<AuditsSaved> {
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
      write: ({ kind: _kind, actor, values, ...shared }) => {
        const { environmentId } = shared;
        let sequence = sequences.get(environmentId) ?? takeCached(environmentId);
        for (const value of values) {
          sequence++;
          insert.run({ ...shared, value, sequence, actorType: actor.type, actorId: actor.id });
          indexBlock(environmentId, sequence);
        }
        sequences.set(environmentId, sequence);
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

/** Removes the oldest audits, and keeps their last sequence, so that none is used again. */
function prepareAuditRemoval(database: BunSQLiteDatabase): (removal: AuditRemoval) => void {
  const remove = database
    .delete(auditsTable)
    .where(
      and(
        eq(auditsTable.environmentId, sql.placeholder("environmentId")),
        lte(auditsTable.sequence, sql.placeholder("through")),
      ),
    )
    .prepare();
  const { auditsRemovedThrough } = environmentsTable;
  const keepSequence = database
    .update(environmentsTable)
    .set({
      auditsRemovedThrough: sql`max(${auditsRemovedThrough}, ${sql.placeholder("through")})`,
    })
    .where(eq(environmentsTable.id, sql.placeholder("environmentId")))
    .prepare();
  return ({ environmentId, through }) => {
    remove.run({ environmentId, through });
    keepSequence.run({ environmentId, through });
  };
}
