import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SignOnRecord } from "../../core/model/sign-on.ts";

/** Rules about who may do what, and how people and programs sign in; each record is JSON. */
export const signOnRecordsTable = sqliteTable("sign_on_records", {
  key: text("key").primaryKey(),
  body: text("body", { mode: "json" }).$type<SignOnRecord>().notNull(),
});
