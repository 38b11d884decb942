import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The servers that follow this one, until they are revoked. */
export const replicasTable = sqliteTable(
  "replicas",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    hash: text("hash").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("replicas_hash").on(table.hash)],
);
