import { and, desc, eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../core/memo/lazily.ts";
import type { ChainHead, SealedAudit } from "../../core/model/act.ts";
import { chainStart, hexOf } from "../chain/chain-hash.ts";
import { auditsTable, environmentsTable } from "./gatehouse-schema.ts";
import { actsTable, installationTable } from "./record-schema.ts";

/** The end of a chain. Without a hash, later records have none until older ones are hashed. */
export interface StoredHead {
  readonly sequence: number;
  readonly hash: Uint8Array | null;
}

/** Finds the end of the chain that an act is about. */
export type HeadOf = (sealed: SealedAudit) => ChainHead;

export interface ChainHeads {
  /** The latest audit of an environment, also if it was removed. */
  ofEnvironment(environmentId: number): StoredHead;
  /** The hash of an audit; null for a missing one, and for one that is not hashed. */
  hashAt(environmentId: number, sequence: number): Uint8Array | null;
  ofActs(): StoredHead;
  installation(): string;
}

export function prepareChainHeads(database: BunSQLiteDatabase): ChainHeads {
  const { environmentId: ofAudit, sequence, hash } = auditsTable;
  const inEnvironment = eq(ofAudit, sql.placeholder("environmentId"));
  const latest = lazily(() =>
    database
      .select({ sequence, hash })
      .from(auditsTable)
      .where(inEnvironment)
      .orderBy(desc(sequence))
      .limit(1)
      .prepare(),
  );
  const at = lazily(() =>
    database
      .select({ hash })
      .from(auditsTable)
      .where(and(inEnvironment, eq(sequence, sql.placeholder("sequence"))))
      .prepare(),
  );
  const removed = lazily(() =>
    database
      .select({
        sequence: environmentsTable.auditsRemovedThrough,
        hash: environmentsTable.removedHash,
      })
      .from(environmentsTable)
      .where(eq(environmentsTable.id, sql.placeholder("environmentId")))
      .prepare(),
  );
  const latestAct = lazily(() =>
    database
      .select({ sequence: actsTable.n, hash: actsTable.hash })
      .from(actsTable)
      .orderBy(desc(actsTable.n))
      .limit(1)
      .prepare(),
  );
  const installation = lazily(() => database.select().from(installationTable).prepare());
  return {
    ofEnvironment(environmentId) {
      const head = latest.get().get({ environmentId }) ?? removed.get().get({ environmentId });
      return head === undefined || head.sequence === 0 ? { sequence: 0, hash: chainStart } : head;
    },
    hashAt: (environmentId, atSequence) =>
      at.get().get({ environmentId, sequence: atSequence })?.hash ?? null,
    ofActs: () => latestAct.get().get() ?? { sequence: 0, hash: chainStart },
    installation: () => installation.get().get()?.uuid ?? "",
  };
}

/** The end of a chain as acts name it. */
export function chainHead({ sequence, hash }: StoredHead): ChainHead {
  return { sequence, hash: hash === null ? null : hexOf(hash) };
}
