import { sql } from "drizzle-orm";
import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { auditActions } from "../../core/model/audit.ts";
import { environmentStates } from "../../core/model/environment-state-names.ts";
import { longevities } from "../../core/model/feature.ts";
import { type FinishedLongevity, finishedRuleDefault } from "../../core/model/finished-rule.ts";
import type { PlanLimits, PlanName } from "../../core/model/plan.ts";
import { roleDefault, roles } from "../../core/model/role.ts";
import { tokenAccesses } from "../../core/model/token.ts";

/*
 * All times are integers: milliseconds since the epoch. Ids that clients see are never used again,
 * hence AUTOINCREMENT (docs/decisions.md#identifiers).
 */

export const organizationsTable = sqliteTable("organizations", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  plan: text("plan").$type<PlanName>().notNull(),
  planOverrides: text("plan_overrides", { mode: "json" }).$type<Partial<PlanLimits>>().notNull(),
});

export const projectsTable = sqliteTable("projects", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  organizationId: integer("organization_id")
    .notNull()
    .references(() => organizationsTable.id),
  name: text("name").notNull(),
  isStrictAboutGroups: integer("is_strict_about_groups", { mode: "boolean" }).notNull(),
  revision: integer("revision").notNull().default(0),
  finishedAfterDays: integer("finished_after_days")
    .notNull()
    .default(finishedRuleDefault.finishedAfterDays),
  finishedLongevities: text("finished_longevities", { mode: "json" })
    .$type<readonly FinishedLongevity[]>()
    .notNull()
    .default(finishedRuleDefault.finishedLongevities),
  issuePattern: text("issue_pattern"),
  samplesActors: integer("samples_actors", { mode: "boolean" }).notNull().default(false),
});

export const usersTable = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

export const organizationMembersTable = sqliteTable(
  "organization_members",
  {
    organizationId: integer("organization_id")
      .notNull()
      .references(() => organizationsTable.id),
    userId: integer("user_id")
      .notNull()
      .references(() => usersTable.id),
    role: text("role", { enum: roles }).notNull().default(roleDefault),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
);

export const projectMembersTable = sqliteTable(
  "project_members",
  {
    projectId: integer("project_id")
      .notNull()
      .references(() => projectsTable.id),
    userId: integer("user_id")
      .notNull()
      .references(() => usersTable.id),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.userId] })],
);

export const environmentsTable = sqliteTable(
  "environments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projectsTable.id),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    state: text("state", { enum: environmentStates }).notNull(),
    createdAt: integer("created_at").notNull(),
    memberId: integer("member_id").references(() => usersTable.id),
    // No reference: the environment remains after its creator token is deleted.
    creatorTokenId: integer("creator_token_id"),
    // Audits up to this sequence were removed; stored, so that no sequence is used again.
    auditsRemovedThrough: integer("audits_removed_through").notNull().default(0),
    // The hash of the last removed audit, to which the next one is chained.
    removedHash: blob("removed_hash", { mode: "buffer" }),
  },
  (table) => [
    uniqueIndex("environments_slug").on(table.projectId, table.slug),
    uniqueIndex("environments_production").on(table.projectId).where(sql`state = 'production'`),
  ],
);

export const tokensTable = sqliteTable(
  "tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environmentsTable.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    hash: text("hash").notNull(),
    access: text("access", { enum: tokenAccesses }).notNull(),
    managesEnvironments: integer("manages_environments", { mode: "boolean" }).notNull(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => usersTable.id),
    isPreview: integer("is_preview", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    revokedAt: integer("revoked_at"),
    expiresAt: integer("expires_at"),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [
    uniqueIndex("tokens_hash").on(table.hash),
    index("tokens_environment").on(table.environmentId),
  ],
);

/** The latest preview tokens that were deleted with their environment; ids are contiguous. */
export const endedPreviewTokensTable = sqliteTable("ended_preview_tokens", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  hash: text("hash").notNull(),
  environmentId: integer("environment_id").notNull(),
});

export const groupsTable = sqliteTable(
  "groups",
  {
    projectId: integer("project_id")
      .notNull()
      .references(() => projectsTable.id),
    name: text("name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);

export const featuresTable = sqliteTable(
  "features",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projectsTable.id),
    key: text("key").notNull(),
    createdAt: integer("created_at").notNull(),
    creatorId: integer("creator_id").references(() => usersTable.id),
    description: text("description"),
    longevity: text("longevity", { enum: longevities }),
    tags: text("tags", { mode: "json" }).$type<readonly string[]>().notNull(),
    ownerId: integer("owner_id").references(() => usersTable.id),
  },
  (table) => [uniqueIndex("features_key").on(table.projectId, table.key)],
);

/**
 * The gates of a feature in an environment. Production has a row for every feature; another
 * environment only for features with an override, even if all gates of the override are closed.
 */
export const gatesTable = sqliteTable(
  "gates",
  {
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environmentsTable.id, { onDelete: "cascade" }),
    featureId: integer("feature_id")
      .notNull()
      .references(() => featuresTable.id, { onDelete: "cascade" }),
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

/**
 * The groups or actors of a gate, up to some hundreds in a row: a change writes only the affected
 * rows, and a clear removes few rows. A row has all members from its first one to the next row.
 */
export const gateMemberListsTable = sqliteTable(
  "gate_member_lists",
  {
    environmentId: integer("environment_id").notNull(),
    featureId: integer("feature_id").notNull(),
    gate: text("gate", { enum: ["groups", "actors"] }).notNull(),
    first: text("first").notNull(),
    /** A JSON list, sorted by UTF-8 bytes. */
    members: text("members").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.featureId, table.gate, table.first] }),
    foreignKey({
      columns: [table.environmentId, table.featureId],
      foreignColumns: [gatesTable.environmentId, gatesTable.featureId],
    }).onDelete("cascade"),
  ],
);

/**
 * Audits refer to features by key, not by id, because they remain after a feature is deleted.
 * Sequences are contiguous in each environment, so a page is a range of the primary key. Audits are
 * added to the index of features in blocks (`audit-index-blocks.ts`).
 */
export const auditsTable = sqliteTable(
  "audits",
  {
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environmentsTable.id, { onDelete: "cascade" }),
    sequence: integer("sequence").notNull(),
    createdAt: integer("created_at").notNull(),
    action: text("action", { enum: auditActions }).notNull(),
    actorType: text("actor_type", { enum: ["Token", "User"] }).notNull(),
    actorId: text("actor_id").notNull(),
    featureKey: text("feature_key").notNull(),
    value: text("value"),
    // What undoes the audit; null in audits of versions that stored nothing.
    featureId: integer("feature_id"),
    // Null if it equals the sequence.
    step: integer("step"),
    target: integer("target"),
    // See `difference-text.ts`; also null if the table of large differences has it.
    difference: text("difference"),
    isIndexed: integer("is_indexed", { mode: "boolean" }).notNull().default(false),
    // Only in the first audit of a step.
    reason: text("reason"),
    // See `auditHash`; null until the audits of an older version are hashed.
    hash: blob("hash", { mode: "buffer" }),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.sequence] }),
    index("audits_feature")
      .on(table.environmentId, table.featureKey, table.sequence)
      .where(sql`is_indexed = 1`),
  ],
);

/**
 * Differences that are too large for the row of their audit, which is rewritten for the index:
 * JSON, deflated.
 */
export const largeDifferencesTable = sqliteTable(
  "large_differences",
  {
    environmentId: integer("environment_id").notNull(),
    sequence: integer("sequence").notNull(),
    deflated: blob("deflated", { mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.sequence] }),
    foreignKey({
      columns: [table.environmentId, table.sequence],
      foreignColumns: [auditsTable.environmentId, auditsTable.sequence],
    }).onDelete("cascade"),
  ],
);

/** One row, with the id 1: the latest time that was seen and accepted. */
export const clockMarkTable = sqliteTable("clock_mark", {
  id: integer("id").primaryKey(),
  seenAt: integer("seen_at").notNull(),
  jumpedHours: integer("jumped_hours").notNull(),
});

/**
 * One row: the latest commit. Each commit writes it in its own transaction. So it shows whether a
 * commit succeeded whose worker ended in the middle.
 */
export const newestCommitTable = sqliteTable("newest_commit", {
  id: integer("id").primaryKey(),
  /** Rises by one with each commit. */
  position: integer("position").notNull(),
  batchId: text("batch_id").notNull(),
  /** Changed by a probe that must write: SQLite does not write a row that stays the same. */
  probeCount: integer("probe_count").notNull().default(0),
});
