import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../core/memo/lazily.ts";
import { excludedValues } from "./database/prepared-statements.ts";
import { newestCommitTable } from "./gatehouse-schema.ts";

/** The record of the latest commit, which each commit replaces in its own transaction. */
export interface CommitRecord {
  /** Null if nothing has been committed. */
  read(): { readonly position: number; readonly batchId: string } | null;
  /** Records a commit of a batch, and returns its position. */
  advance(batchId: string): number;
  /** Writes to the row, and changes neither position nor batch. */
  touch(): void;
}

/** The table's only row. */
const id = 1;

export function prepareCommitRecord(database: BunSQLiteDatabase): CommitRecord {
  const { position, batchId } = newestCommitTable;
  const newest = lazily(() =>
    database.select({ position, batchId }).from(newestCommitTable).prepare(),
  );
  const advance = lazily(() =>
    database
      .insert(newestCommitTable)
      .values({ id, position: 1, batchId: sql.placeholder("batchId") })
      .onConflictDoUpdate({
        target: newestCommitTable.id,
        set: { ...excludedValues(newestCommitTable, "batchId"), position: sql`${position} + 1` },
      })
      .returning({ position })
      .prepare(),
  );
  const touch = lazily(() =>
    database
      .insert(newestCommitTable)
      .values({ id, position: 0, batchId: "" })
      .onConflictDoUpdate({
        target: newestCommitTable.id,
        set: { probeCount: sql`${newestCommitTable.probeCount} + 1` },
      })
      .prepare(),
  );
  return {
    read: () => newest.get().get() ?? null,
    advance: (advanced) => advance.get().get({ batchId: advanced }).position,
    touch: () => void touch.get().run(),
  };
}
