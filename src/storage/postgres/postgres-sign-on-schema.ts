import { pgTable } from "drizzle-orm/pg-core";
import type { SignOnRecord } from "../../core/model/sign-on.ts";
import { anyText, jsonText } from "./postgres-columns.ts";

/** Rules about who may do what, and how people and programs sign in; each record is JSON. */
export const pgSignOnRecords = pgTable("sign_on_records", {
  key: anyText("key").primaryKey(),
  body: jsonText<SignOnRecord>("body").notNull(),
});
