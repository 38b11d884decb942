import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../core/memo/lazily.ts";
import { prepareAuditWrites, type Writes } from "./sqlite-audit-writes.ts";
import { prepareChainHeads } from "./sqlite-chain-heads.ts";
import { prepareMemberWrites } from "./sqlite-member-writes.ts";
import { prepareEndedPreviewTokens } from "./sqlite-preview-tokens.ts";
import { prepareRecordWrites } from "./sqlite-record-writes.ts";
import { prepareRowWrites } from "./sqlite-row-writes.ts";
import type { StoredChange } from "./stored-change.ts";

/**
 * Writes changes as rows. The returned function begins the changes of one transaction. Every
 * statement is prepared once, because memory for new SQL text is never released.
 */
export function prepareWrites(client: Database): () => Writes<StoredChange> {
  const database = drizzle({ client });
  const writeRow = prepareRowWrites(client, database);
  const memberWrites = lazily(() => prepareMemberWrites(database));
  const previewTokens = lazily(() => prepareEndedPreviewTokens(database));
  const heads = prepareChainHeads(database);
  const beginAudits = prepareAuditWrites(client, database, heads);
  const beginRecord = prepareRecordWrites(database, heads);
  return () => {
    const audited = beginAudits();
    const recorded = beginRecord(audited.headOf);
    return {
      write: (change) => {
        switch (change.kind) {
          case "row.saved":
          case "row.updated":
          case "rows.removed":
            return writeRow(change);
          case "members.removed":
          case "members.added":
          case "members.cleared":
            return memberWrites.get()(change);
          case "preview_tokens.ended":
            return previewTokens.get()(change);
          case "difference.part":
          case "audits.saved":
          case "audits.removed":
            return audited.write(change);
          case "act.recorded":
          case "acts.copied":
          case "signing_key.saved":
          case "installation.identified":
            return recorded.write(change);
        }
      },
      committed: () => {
        audited.committed();
        recorded.committed();
      },
    };
  };
}
