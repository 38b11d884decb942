import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** See `RecordedAct`: numbers are contiguous, and no act is ever removed. */
export const actsTable = sqliteTable("acts", {
  n: integer("n").primaryKey(),
  at: integer("at").notNull(),
  body: text("body").notNull(),
  hash: blob("hash", { mode: "buffer" }).notNull(),
});

export const signingKeysTable = sqliteTable("signing_keys", {
  id: text("id").primaryKey(),
  publicKey: text("public").notNull(),
  sealed: text("sealed").notNull(),
  createdAt: integer("created_at").notNull(),
  replacedAt: integer("replaced_at"),
});

/** One row, with the id 1: the name of this installation in the hashes of its audits. */
export const installationTable = sqliteTable("installation", {
  id: integer("id").primaryKey(),
  uuid: text("uuid").notNull(),
});
