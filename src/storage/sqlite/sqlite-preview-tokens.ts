import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { endedPreviewTokensMax } from "../../core/model/ended-preview-tokens.ts";
import { endedPreviewTokensTable, tokensTable } from "./gatehouse-schema.ts";
import type { PreviewTokensEnded } from "./stored-change.ts";

/** Remembers the valid preview tokens of an environment, and only the latest ones of all. */
export function prepareEndedPreviewTokens(
  database: BunSQLiteDatabase,
): (change: PreviewTokensEnded) => void {
  const valid = database
    .select({
      id: sql<null>`null`.as("id"),
      hash: tokensTable.hash,
      environmentId: tokensTable.environmentId,
    })
    .from(tokensTable)
    .where(
      and(
        eq(tokensTable.environmentId, sql.placeholder("environmentId")),
        eq(tokensTable.isPreview, true),
        isNull(tokensTable.revokedAt),
      ),
    )
    .orderBy(tokensTable.id);
  const remember = database.insert(endedPreviewTokensTable).select(valid).prepare();
  const { id } = endedPreviewTokensTable;
  const last = sql`(select max(id) from ${endedPreviewTokensTable})`;
  const forget = database
    .delete(endedPreviewTokensTable)
    .where(lte(id, sql`${last} - ${endedPreviewTokensMax}`))
    .prepare();
  return ({ environmentId }) => {
    remember.run({ environmentId });
    forget.run();
  };
}
