import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { projectsTable } from "./gatehouse-schema.ts";

/** Saved views of the list of features. */
export const viewsTable = sqliteTable("views", {
  id: text("id").primaryKey(),
  projectId: integer("project_id")
    .notNull()
    .references(() => projectsTable.id),
  authorId: integer("author_id"),
  isShared: integer("is_shared", { mode: "boolean" }).notNull(),
  name: text("name").notNull(),
  query: text("query").notNull(),
  createdAt: integer("created_at").notNull(),
});
