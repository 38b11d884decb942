import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../core/memo/lazily.ts";
import { type Act, actBody, type RecordedAct } from "../../core/model/act.ts";
import type { RecordChange } from "../../core/model/change.ts";
import { actHash, bytesOfHex, chainStart } from "../chain/chain-hash.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import { actsTable, installationTable, signingKeysTable } from "./record-schema.ts";
import type { Writes } from "./sqlite-audit-writes.ts";
import type { ChainHeads, HeadOf, StoredHead } from "./sqlite-chain-heads.ts";

/** Writes acts, each chained to the one before, and signing keys. */
export function prepareRecordWrites(
  database: BunSQLiteDatabase,
  heads: ChainHeads,
): (headOf: HeadOf) => Writes<RecordChange> {
  const insertAct = lazily(() =>
    database
      .insert(actsTable)
      .values(placeholders("n", "at", "body", "hash"))
      .prepare(),
  );
  const saveKey = lazily(() =>
    database
      .insert(signingKeysTable)
      .values(placeholders("id", "publicKey", "sealed", "createdAt", "replacedAt"))
      .onConflictDoUpdate({
        target: signingKeysTable.id,
        set: excludedValues(signingKeysTable, "sealed", "replacedAt"),
      })
      .prepare(),
  );
  const identify = lazily(() =>
    database
      .update(installationTable)
      .set({ uuid: sql`${sql.placeholder("uuid")}` })
      .prepare(),
  );
  let cached: StoredHead | undefined;
  return (headOf) => {
    let head = cached;
    cached = undefined;
    const record = (act: Act) => {
      const { sequence, hash } = head ?? heads.ofActs();
      const n = sequence + 1;
      const body = actBody(act, act.sealed === undefined ? null : headOf(act.sealed));
      const next = actHash(hash ?? chainStart, { n, at: act.at, body });
      insertAct.get().run({ n, at: act.at, body, hash: next });
      head = { sequence: n, hash: next };
    };
    const copy = ({ n, at, body, hash }: RecordedAct) => {
      insertAct.get().run({ n, at, body, hash: bytesOfHex(hash) });
      head = { sequence: n, hash: bytesOfHex(hash) };
    };
    return {
      write: (change) => {
        switch (change.kind) {
          case "act.recorded":
            return record(change.act);
          case "acts.copied":
            return change.acts.forEach(copy);
          case "signing_key.saved":
            saveKey.get().run({ ...change.key });
            return;
          case "installation.identified":
            identify.get().run({ uuid: change.id });
            return;
        }
      },
      committed: () => {
        cached = head;
      },
    };
  };
}
