import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { auditActions } from "../../model/audit.ts";
import { environmentStates } from "../../model/environment-state.ts";
import { longevities } from "../../model/feature.ts";
import type { PlanLimits, PlanName } from "../../model/plan.ts";
import { tokenAccesses } from "../../model/token.ts";

/*
 * All times are integers, milliseconds since the epoch. Ids of nouns that clients name are never
 * handed out again, hence AUTOINCREMENT (DESIGN.md section 3).
 */

export const organizations = sqliteTable("organizations", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  plan: text("plan").$type<PlanName>().notNull(),
  planOverrides: text("plan_overrides", { mode: "json" }).$type<Partial<PlanLimits>>().notNull(),
});

export const projects = sqliteTable("projects", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  organizationId: integer("organization_id")
    .notNull()
    .references(() => organizations.id),
  name: text("name").notNull(),
  isStrictAboutGroups: integer("is_strict_about_groups", { mode: "boolean" }).notNull(),
  revision: integer("revision").notNull().default(0),
});

export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

export const organizationMembers = sqliteTable(
  "organization_members",
  {
    organizationId: integer("organization_id")
      .notNull()
      .references(() => organizations.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
);

export const projectMembers = sqliteTable(
  "project_members",
  {
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.userId] })],
);

export const environments = sqliteTable(
  "environments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    state: text("state", { enum: environmentStates }).notNull(),
    createdAt: integer("created_at").notNull(),
    memberId: integer("member_id").references(() => users.id),
    // No reference: the environment outlives the token that made it.
    creatorTokenId: integer("creator_token_id"),
  },
  (table) => [
    uniqueIndex("environments_slug").on(table.projectId, table.slug),
    uniqueIndex("environments_production").on(table.projectId).where(sql`state = 'production'`),
  ],
);

export const tokens = sqliteTable(
  "tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environments.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    hash: text("hash").notNull(),
    access: text("access", { enum: tokenAccesses }).notNull(),
    managesEnvironments: integer("manages_environments", { mode: "boolean" }).notNull(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id),
    isPreview: integer("is_preview", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("tokens_hash").on(table.hash),
    index("tokens_environment").on(table.environmentId),
  ],
);

export const groups = sqliteTable(
  "groups",
  {
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    name: text("name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);

export const features = sqliteTable(
  "features",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    key: text("key").notNull(),
    createdAt: integer("created_at").notNull(),
    creatorId: integer("creator_id").references(() => users.id),
    description: text("description"),
    longevity: text("longevity", { enum: longevities }),
    tags: text("tags", { mode: "json" }).$type<readonly string[]>().notNull(),
    ownerId: integer("owner_id").references(() => users.id),
  },
  (table) => [uniqueIndex("features_key").on(table.projectId, table.key)],
);

/**
 * The gates of a feature in an environment. Production has a row for every feature; another
 * environment only for those it overrides, also when their gates are closed.
 */
export const gates = sqliteTable(
  "gates",
  {
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environments.id, { onDelete: "cascade" }),
    featureId: integer("feature_id")
      .notNull()
      .references(() => features.id, { onDelete: "cascade" }),
    boolean: integer("boolean", { mode: "boolean" }).notNull(),
    expression: text("expression"),
    percentageOfActors: integer("percentage_of_actors").notNull(),
    percentageOfTime: integer("percentage_of_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.featureId] }),
    index("gates_feature").on(table.featureId),
  ],
);

/** One row for each group or actor a gate names, so that a change writes one of them, not all. */
export const gateMembers = sqliteTable(
  "gate_members",
  {
    environmentId: integer("environment_id").notNull(),
    featureId: integer("feature_id").notNull(),
    gate: text("gate", { enum: ["groups", "actors"] }).notNull(),
    value: text("value").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.featureId, table.gate, table.value] }),
    foreignKey({
      columns: [table.environmentId, table.featureId],
      foreignColumns: [gates.environmentId, gates.featureId],
    }).onDelete("cascade"),
  ],
);

/**
 * Features are named by key, not by id: records outlive the feature. Sequences are contiguous in
 * each environment, so a page is a range of the primary key, however long the history is. The index
 * of features takes them in blocks (`audit-blocks.ts`).
 */
export const audits = sqliteTable(
  "audits",
  {
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environments.id, { onDelete: "cascade" }),
    sequence: integer("sequence").notNull(),
    createdAt: integer("created_at").notNull(),
    action: text("action", { enum: auditActions }).notNull(),
    actorType: text("actor_type", { enum: ["Token", "User"] }).notNull(),
    actorId: text("actor_id").notNull(),
    featureKey: text("feature_key").notNull(),
    value: text("value"),
    isIndexed: integer("is_indexed", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.sequence] }),
    index("audits_feature")
      .on(table.environmentId, table.featureKey, table.sequence)
      .where(sql`is_indexed = 1`),
  ],
);
