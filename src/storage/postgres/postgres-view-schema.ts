import { boolean, pgTable } from "drizzle-orm/pg-core";
import { anyText, wholeNumber } from "./postgres-columns.ts";
import { pgProjects } from "./postgres-schema.ts";

/** Saved views of the list of features. */
export const pgViews = pgTable("views", {
  id: anyText("id").primaryKey(),
  projectId: wholeNumber("project_id")
    .notNull()
    .references(() => pgProjects.id),
  authorId: wholeNumber("author_id"),
  isShared: boolean("is_shared").notNull(),
  name: anyText("name").notNull(),
  query: anyText("query").notNull(),
  createdAt: wholeNumber("created_at").notNull(),
});
