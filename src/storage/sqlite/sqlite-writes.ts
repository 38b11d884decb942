import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Change } from "../../model/change.ts";
import { placeholders } from "../../sqlite/statements.ts";
import { filledBlock } from "./audit-blocks.ts";
import { audits } from "./gatehouse-schema.ts";
import { prepareNewestSequence } from "./sqlite-audit-reads.ts";
import { type DirectoryChange, prepareDirectoryWrites } from "./sqlite-directory-writes.ts";
import { type FeatureChange, prepareFeatureWrites } from "./sqlite-feature-writes.ts";

type AuditChange = Exclude<Change, FeatureChange | DirectoryChange>;

export interface Writes<Written extends Change> {
  write(change: Written): void;
  /** To be called when the transaction is kept. */
  kept(): void;
}

/**
 * Writes changes as rows; what it returns begins the changes of one transaction. Every statement is
 * prepared once: new SQL text costs memory for good.
 */
export function prepareWrites(database: BunSQLiteDatabase): () => Writes<Change> {
  const writeFeature = prepareFeatureWrites(database);
  const writeDirectory = prepareDirectoryWrites(database);
  const beginAudits = prepareAuditWrites(database);
  return () => {
    const audited = beginAudits();
    return {
      write: (change) => {
        switch (change.kind) {
          case "feature.saved":
          case "feature.removed":
          case "gates.written":
          case "override.dropped":
            return writeFeature(change);
          case "audit.recorded":
            return audited.write(change);
          default:
            return writeDirectory(change);
        }
      },
      kept: audited.kept,
    };
  };
}

/** Environments whose newest sequence is remembered. */
const rememberedMax = 1_000;

/** The newest sequence is remembered, as looking it up costs more than the row itself. */
function prepareAuditWrites(database: BunSQLiteDatabase): () => Writes<AuditChange> {
  const newest = prepareNewestSequence(database);
  const insert = database
    .insert(audits)
    .values({
      ...placeholders("environmentId", "sequence", "createdAt", "action", "actorType", "actorId"),
      ...placeholders("featureKey", "value"),
    })
    .prepare();
  const indexBlock = prepareIndexing(database);
  const remembered = new Map<number, number>();
  /** Not remembered until the transaction is kept: should it fail, the database is asked again. */
  const taken = (environmentId: number) => {
    const sequence = remembered.get(environmentId) ?? newest(environmentId);
    remembered.delete(environmentId);
    return sequence;
  };
  return () => {
    const sequences = new Map<number, number>();
    return {
      write: ({ audit: { actor, ...rest } }) => {
        const { environmentId } = rest;
        const sequence = (sequences.get(environmentId) ?? taken(environmentId)) + 1;
        sequences.set(environmentId, sequence);
        insert.run({ ...rest, sequence, actorType: actor.type, actorId: actor.id });
        indexBlock(environmentId, sequence);
      },
      kept: () => {
        if (remembered.size > rememberedMax) {
          remembered.clear();
        }
        for (const [environmentId, sequence] of sequences) {
          remembered.set(environmentId, sequence);
        }
      },
    };
  };
}

/** Puts the block that an audit fills, if it does, into the index of features. */
function prepareIndexing(database: BunSQLiteDatabase) {
  const index = database
    .update(audits)
    .set({ isIndexed: true })
    .where(
      and(
        eq(audits.environmentId, sql.placeholder("environmentId")),
        gt(audits.sequence, sql.placeholder("after")),
        lte(audits.sequence, sql.placeholder("through")),
      ),
    )
    .prepare();
  return (environmentId: number, through: number) => {
    const after = filledBlock(through);
    if (after !== undefined) {
      index.run({ environmentId, after, through });
    }
  };
}
