import type { Database } from "bun:sqlite";
import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../core/memo/lazily.ts";
import { auditHash, bytesOfHex, coveredDifference } from "../chain/chain-hash.ts";
import { inlineLengthMax } from "../difference-text.ts";
import { filledBlockStart } from "./audit-index-blocks.ts";
import { prepareDirectWrite } from "./database/direct-write.ts";
import { placeholders } from "./database/prepared-statements.ts";
import { auditsTable, environmentsTable, largeDifferencesTable } from "./gatehouse-schema.ts";
import { type ChainHeads, chainHead, type HeadOf, type StoredHead } from "./sqlite-chain-heads.ts";
import type { AuditsRemoved, AuditsSaved, DifferencePart, StoredUndo } from "./stored-change.ts";

export interface Writes<Written> {
  write(change: Written): void;
  /** Must be called after the transaction is committed. */
  committed(): void;
}

interface AuditWrites extends Writes<AuditsSaved | AuditsRemoved | DifferencePart> {
  readonly headOf: HeadOf;
}

/** The number of environments whose latest audit is cached. */
const cachedMax = 1_000;

/** Caches the latest audits: reading one takes longer than writing the next. */
export function prepareAuditWrites(
  client: Database,
  database: BunSQLiteDatabase,
  chains: ChainHeads,
): () => AuditWrites {
  const remove = prepareAuditRemoval(database);
  const insert = prepareInsert(client, database, chains);
  const indexBlock = prepareIndexing(database);
  const cached = new Map<number, StoredHead>();
  /** Removed from the cache until the commit: if it fails, the audit is read again. */
  const takeCached = (environmentId: number) => {
    const head = cached.get(environmentId) ?? chains.ofEnvironment(environmentId);
    cached.delete(environmentId);
    return head;
  };
  return () => {
    const heads = new Map<number, StoredHead>();
    const latest = (environmentId: number) => heads.get(environmentId) ?? takeCached(environmentId);
    let parts: string[] = [];
    const removeThrough = ({ environmentId, through, hash }: AuditsRemoved) => {
      const head = latest(environmentId);
      const stored = through === head.sequence ? head.hash : chains.hashAt(environmentId, through);
      const removed = { sequence: through, hash: hash === undefined ? stored : bytesOfHex(hash) };
      remove(environmentId, removed);
      heads.set(environmentId, through < head.sequence ? head : removed);
    };
    const save = (saved: AuditsSaved) => {
      const { environmentId, undo, values } = saved;
      const difference = undo === undefined ? null : parts.join("") + undo.difference;
      const covered = difference === null ? null : coveredDifference(difference);
      parts = [];
      let previous = latest(environmentId);
      let { reason = null } = saved;
      for (const value of values) {
        previous = insert(saved, { previous, value, difference, covered, reason });
        reason = null;
        indexBlock(environmentId, previous.sequence);
      }
      heads.set(environmentId, previous);
    };
    return {
      headOf({ environmentId, sequence }) {
        const head = latest(environmentId);
        heads.set(environmentId, head);
        return sequence === undefined || sequence >= head.sequence
          ? chainHead(head)
          : chainHead({ sequence, hash: chains.hashAt(environmentId, sequence) });
      },
      write: (change) => {
        switch (change.kind) {
          case "difference.part":
            parts.push(change.text);
            return;
          case "audits.removed":
            return removeThrough(change);
          case "audits.saved":
            return save(change);
        }
      },
      committed: () => {
        if (cached.size > cachedMax) {
          cached.clear();
        }
        for (const [environmentId, head] of heads) {
          cached.set(environmentId, head);
        }
      },
    };
  };
}

interface InsertedAudit {
  readonly previous: StoredHead;
  readonly value: string | null;
  readonly difference: string | null;
  /** The difference as the hash covers it. */
  readonly covered: string | null;
  readonly reason: string | null;
}

const noUndo: Record<keyof Omit<StoredUndo, "difference">, null> = {
  featureId: null,
  step: null,
  target: null,
};

/** The hash of an audit; null after audits without a hash. */
function hashOf(
  installation: string,
  { environmentId, createdAt, action, actor, featureKey, undo, hash }: AuditsSaved,
  { previous, value, covered, reason }: InsertedAudit,
): Uint8Array | null {
  if (hash !== undefined) {
    return bytesOfHex(hash);
  }
  const sequence = previous.sequence + 1;
  return previous.hash === null
    ? null
    : auditHash(previous.hash, installation, {
        ...{ environmentId, sequence, createdAt, action, featureKey, value, reason },
        ...{ actorType: actor.type, actorId: actor.id, difference: covered },
        featureId: undo?.featureId ?? null,
        step: undo === undefined || undo.step === sequence ? null : undo.step,
        target: undo?.target ?? null,
      });
}

/** Inserts an audit, and returns it as the latest of its environment. */
function prepareInsert(client: Database, database: BunSQLiteDatabase, chains: ChainHeads) {
  const insert = lazily(() =>
    prepareDirectWrite(
      client,
      database.insert(auditsTable).values({
        ...placeholders("environmentId", "sequence", "createdAt", "action", "actorType", "actorId"),
        ...placeholders("featureKey", "value", "featureId", "step", "target", "difference"),
        ...placeholders("reason", "hash"),
      }),
    ),
  );
  const insertLarge = lazily(() =>
    database
      .insert(largeDifferencesTable)
      .values(placeholders("environmentId", "sequence", "deflated"))
      .prepare(),
  );
  let installation: string | undefined;
  return (saved: AuditsSaved, inserted: InsertedAudit): StoredHead => {
    const { kind: _kind, values: _values, actor, undo, ...shared } = saved;
    const { previous, value, difference, reason } = inserted;
    const sequence = previous.sequence + 1;
    installation ??= chains.installation();
    const hash = hashOf(installation, saved, inserted);
    const isLarge = difference !== null && difference.length > inlineLengthMax;
    insert.get().run({
      ...shared,
      ...noUndo,
      ...undo,
      step: undo === undefined || undo.step === sequence ? null : undo.step,
      difference: isLarge ? null : difference,
      value,
      sequence,
      reason,
      hash,
      actorType: actor.type,
      actorId: actor.id,
    });
    if (isLarge) {
      const deflated = Buffer.from(Bun.deflateSync(Buffer.from(difference), { level: 1 }));
      insertLarge.get().run({ environmentId: shared.environmentId, sequence, deflated });
    }
    return { sequence, hash };
  };
}

/** If an audit completes a block, adds the block to the index of features. */
function prepareIndexing(database: BunSQLiteDatabase) {
  const index = lazily(() =>
    database
      .update(auditsTable)
      .set({ isIndexed: true })
      .where(
        and(
          eq(auditsTable.environmentId, sql.placeholder("environmentId")),
          gt(auditsTable.sequence, sql.placeholder("after")),
          lte(auditsTable.sequence, sql.placeholder("through")),
        ),
      )
      .prepare(),
  );
  return (environmentId: number, through: number) => {
    const after = filledBlockStart(through);
    if (after !== undefined) {
      index.get().run({ environmentId, after, through });
    }
  };
}

/** Removes the oldest audits, and stores the last one's sequence and hash: the next one needs them. */
function prepareAuditRemoval(
  database: BunSQLiteDatabase,
): (environmentId: number, last: StoredHead) => void {
  const remove = lazily(() =>
    database
      .delete(auditsTable)
      .where(
        and(
          eq(auditsTable.environmentId, sql.placeholder("environmentId")),
          lte(auditsTable.sequence, sql.placeholder("through")),
        ),
      )
      .prepare(),
  );
  const { auditsRemovedThrough } = environmentsTable;
  const keepSequence = lazily(() =>
    database
      .update(environmentsTable)
      .set({
        auditsRemovedThrough: sql`${sql.placeholder("through")}`,
        removedHash: sql`${sql.placeholder("hash")}`,
      })
      .where(
        and(
          eq(environmentsTable.id, sql.placeholder("environmentId")),
          lt(auditsRemovedThrough, sql.placeholder("through")),
        ),
      )
      .prepare(),
  );
  return (environmentId, { sequence: through, hash }) => {
    remove.get().run({ environmentId, through });
    keepSequence.get().run({ environmentId, through, hash });
  };
}
