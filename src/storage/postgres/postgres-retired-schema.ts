import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { AuditActor } from "../../core/model/audit.ts";
import { anyText, jsonText, wholeNumber } from "./postgres-columns.ts";
import { pgProjects } from "./postgres-schema.ts";

/** Keys that must not be created again. */
export const pgRetiredKeys = pgTable(
  "retired_keys",
  {
    projectId: wholeNumber("project_id")
      .notNull()
      .references(() => pgProjects.id),
    key: anyText("key").notNull(),
    retiredAt: wholeNumber("retired_at").notNull(),
    actor: jsonText<AuditActor>("actor").notNull(),
    reason: anyText("reason"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.key] })],
);

/** Projects whose deletions over the Flipper API retire the key. */
export const pgRetiringProjects = pgTable("retiring_projects", {
  projectId: wholeNumber("project_id")
    .primaryKey()
    .references(() => pgProjects.id),
});
