import { boolean, index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import type { PersonalTokenScope } from "../../core/model/personal-token.ts";
import { anyText, jsonText, wholeNumber } from "./postgres-columns.ts";
import { pgUsers } from "./postgres-schema.ts";

/*
 * The credentials of members. All times are milliseconds since the epoch.
 */

const userId = () =>
  wholeNumber("user_id")
    .notNull()
    .references(() => pgUsers.id);

export const pgPasswords = pgTable("passwords", {
  userId: userId().primaryKey(),
  hash: anyText("hash").notNull(),
  changedAt: wholeNumber("changed_at").notNull(),
});

/** One row at most for each user: a new link replaces the one before. */
export const pgSignInLinks = pgTable(
  "sign_in_links",
  {
    userId: userId().primaryKey(),
    hash: anyText("hash").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    expiresAt: wholeNumber("expires_at").notNull(),
  },
  (table) => [uniqueIndex("sign_in_links_hash").on(table.hash)],
);

export const pgSessions = pgTable(
  "sessions",
  {
    hash: anyText("hash").primaryKey(),
    id: anyText("id").notNull(),
    userId: userId(),
    createdAt: wholeNumber("created_at").notNull(),
    seenAt: wholeNumber("seen_at").notNull(),
    address: anyText("address").notNull(),
    userAgent: anyText("user_agent").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

export const pgPasskeys = pgTable(
  "passkeys",
  {
    id: anyText("id").primaryKey(),
    userId: userId(),
    name: anyText("name").notNull(),
    publicKey: anyText("public_key").notNull(),
    counter: wholeNumber("counter").notNull(),
    transports: jsonText<readonly string[]>("transports").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    lastUsedAt: wholeNumber("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

export const pgPersonalTokens = pgTable(
  "personal_tokens",
  {
    hash: anyText("hash").primaryKey(),
    id: anyText("id").notNull(),
    userId: userId(),
    name: anyText("name").notNull(),
    scope: anyText("scope").$type<PersonalTokenScope>().notNull(),
    approves: boolean("approves").notNull().default(false),
    /** Null for all environments. */
    environmentIds: jsonText<readonly number[]>("environment_ids"),
    createdAt: wholeNumber("created_at").notNull(),
    expiresAt: wholeNumber("expires_at").notNull(),
    lastUsedAt: wholeNumber("last_used_at"),
  },
  (table) => [index("personal_tokens_user").on(table.userId)],
);
