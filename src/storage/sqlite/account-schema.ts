import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { personalTokenScopes } from "../../core/model/personal-token.ts";
import { usersTable } from "./gatehouse-schema.ts";

/*
 * The credentials of members: tables of gatehouse.db in addition to `gatehouse-schema.ts`. All
 * times are milliseconds since the epoch.
 */

export const passwordsTable = sqliteTable("passwords", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => usersTable.id),
  hash: text("hash").notNull(),
  changedAt: integer("changed_at").notNull(),
});

/** One row at most for each user: a new link replaces the one before. */
export const signInLinksTable = sqliteTable(
  "sign_in_links",
  {
    userId: integer("user_id")
      .primaryKey()
      .references(() => usersTable.id),
    hash: text("hash").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [uniqueIndex("sign_in_links_hash").on(table.hash)],
);

export const sessionsTable = sqliteTable(
  "sessions",
  {
    hash: text("hash").primaryKey(),
    id: text("id").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => usersTable.id),
    createdAt: integer("created_at").notNull(),
    seenAt: integer("seen_at").notNull(),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

export const passkeysTable = sqliteTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => usersTable.id),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<readonly string[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

export const personalTokensTable = sqliteTable(
  "personal_tokens",
  {
    hash: text("hash").primaryKey(),
    id: text("id").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => usersTable.id),
    name: text("name").notNull(),
    scope: text("scope", { enum: personalTokenScopes }).notNull(),
    approves: integer("approves", { mode: "boolean" }).notNull().default(false),
    /** Null for all environments. */
    environmentIds: text("environment_ids", { mode: "json" }).$type<readonly number[]>(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("personal_tokens_user").on(table.userId)],
);
