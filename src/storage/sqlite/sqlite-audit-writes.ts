import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { inlineLengthMax } from "../difference-text.ts";
import { filledBlockStart } from "./audit-index-blocks.ts";
import { placeholders } from "./database/prepared-statements.ts";
import { auditsTable, environmentsTable, largeDifferencesTable } from "./gatehouse-schema.ts";
import { prepareLatestSequence } from "./sqlite-audit-reads.ts";
import type { AuditsSaved, DifferencePart, StoredChange, StoredUndo } from "./stored-change.ts";

type AuditRemoval = Extract<StoredChange, { readonly kind: "audits.removed" }>;

export interface Writes<Written extends StoredChange> {
  write(change: Written): void;
  /** Must be called after the transaction is committed. */
  committed(): void;
}

/** The number of environments whose latest sequence is cached. */
const cachedMax = 1_000;

/** Caches the latest sequences: reading one takes longer than writing the audit. */
export function prepareAuditWrites(
  database: BunSQLiteDatabase,
): () => Writes<AuditsSaved | AuditRemoval | DifferencePart> {
  const remove = prepareAuditRemoval(database);
  const latest = prepareLatestSequence(database);
  const insert = prepareInsert(database);
  const indexBlock = prepareIndexing(database);
  const cached = new Map<number, number>();
  /** Removed from the cache until the commit: if it fails, the sequence is read again. */
  const takeCached = (environmentId: number) => {
    const sequence = cached.get(environmentId) ?? latest(environmentId);
    cached.delete(environmentId);
    return sequence;
  };
  return () => {
    const sequences = new Map<number, number>();
    let parts: string[] = [];
    return {
      write: (change) => {
        if (change.kind === "difference.part") {
          parts.push(change.text);
          return;
        }
        if (change.kind === "audits.removed") {
          const { environmentId, through } = change;
          const sequence = sequences.get(environmentId) ?? takeCached(environmentId);
          remove(change);
          sequences.set(environmentId, Math.max(sequence, through));
          return;
        }
        const { environmentId, undo, values } = change;
        const difference = undo === undefined ? null : parts.join("") + undo.difference;
        parts = [];
        let sequence = sequences.get(environmentId) ?? takeCached(environmentId);
        for (const value of values) {
          sequence++;
          insert(change, { sequence, value, difference });
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

interface InsertedAudit {
  readonly sequence: number;
  readonly value: string | null;
  readonly difference: string | null;
}

const noUndo: Record<keyof Omit<StoredUndo, "difference">, null> = {
  featureId: null,
  step: null,
  target: null,
};

function prepareInsert(database: BunSQLiteDatabase) {
  const insert = database
    .insert(auditsTable)
    .values({
      ...placeholders("environmentId", "sequence", "createdAt", "action", "actorType", "actorId"),
      ...placeholders("featureKey", "value", "featureId", "step", "target", "difference"),
    })
    .prepare();
  const insertLarge = database
    .insert(largeDifferencesTable)
    .values(placeholders("environmentId", "sequence", "deflated"))
    .prepare();
  return (saved: AuditsSaved, { sequence, value, difference }: InsertedAudit) => {
    const { kind: _kind, values: _values, actor, undo, ...shared } = saved;
    const isLarge = difference !== null && difference.length > inlineLengthMax;
    insert.run({
      ...shared,
      ...noUndo,
      ...undo,
      step: undo === undefined || undo.step === sequence ? null : undo.step,
      difference: isLarge ? null : difference,
      value,
      sequence,
      actorType: actor.type,
      actorId: actor.id,
    });
    if (isLarge) {
      const deflated = Buffer.from(Bun.deflateSync(Buffer.from(difference), { level: 1 }));
      insertLarge.run({ environmentId: shared.environmentId, sequence, deflated });
    }
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

/** Removes the oldest audits, and stores their last sequence, so that none is used again. */
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
