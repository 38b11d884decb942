import { integer, pgTable } from "drizzle-orm/pg-core";
import { anyText, bytes, wholeNumber } from "./postgres-columns.ts";

/** See `RecordedAct`: numbers are contiguous, and no act is ever removed. */
export const pgActs = pgTable("acts", {
  n: wholeNumber("n").primaryKey(),
  at: wholeNumber("at").notNull(),
  body: anyText("body").notNull(),
  hash: bytes("hash").notNull(),
});

export const pgSigningKeys = pgTable("signing_keys", {
  id: anyText("id").primaryKey(),
  publicKey: anyText("public").notNull(),
  sealed: anyText("sealed").notNull(),
  createdAt: wholeNumber("created_at").notNull(),
  replacedAt: wholeNumber("replaced_at"),
});

/** One row, with the id 1: the name of this installation in the hashes of its audits. */
export const pgInstallation = pgTable("installation", {
  id: integer("id").primaryKey(),
  uuid: anyText("uuid").notNull(),
});
