import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditActor } from "../../core/model/audit.ts";
import { projectsTable } from "./gatehouse-schema.ts";

/** Keys that must not be created again. */
export const retiredKeysTable = sqliteTable(
  "retired_keys",
  {
    projectId: integer("project_id")
      .notNull()
      .references(() => projectsTable.id),
    key: text("key").notNull(),
    retiredAt: integer("retired_at").notNull(),
    actor: text("actor", { mode: "json" }).$type<AuditActor>().notNull(),
    reason: text("reason"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.key] })],
);

/** Projects whose deletions over the Flipper API retire the key. */
export const retiringProjectsTable = sqliteTable("retiring_projects", {
  projectId: integer("project_id")
    .primaryKey()
    .references(() => projectsTable.id),
});
