import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { AuditAction, AuditActor } from "../../core/model/audit.ts";
import type { EnvironmentState } from "../../core/model/environment-state-names.ts";
import type { Longevity } from "../../core/model/feature.ts";
import type { FinishedLongevity } from "../../core/model/finished-rule.ts";
import type { PlanLimits, PlanName } from "../../core/model/plan.ts";
import type { Role } from "../../core/model/role.ts";
import type { TokenAccess } from "../../core/model/token.ts";
import { anyText, bytes, jsonText, wholeNumber } from "./postgres-columns.ts";

/*
 * All times are integers: milliseconds since the epoch. The node that writes assigns the ids, as it
 * has the current state.
 */

export const pgOrganizations = pgTable("organizations", {
  id: wholeNumber("id").primaryKey(),
  name: anyText("name").notNull(),
  plan: anyText("plan").$type<PlanName>().notNull(),
  planOverrides: jsonText<Partial<PlanLimits>>("plan_overrides").notNull(),
});

export const pgProjects = pgTable("projects", {
  id: wholeNumber("id").primaryKey(),
  organizationId: wholeNumber("organization_id")
    .notNull()
    .references(() => pgOrganizations.id),
  name: anyText("name").notNull(),
  isStrictAboutGroups: boolean("is_strict_about_groups").notNull(),
  revision: wholeNumber("revision").notNull(),
  finishedAfterDays: wholeNumber("finished_after_days").notNull(),
  finishedLongevities: jsonText<readonly FinishedLongevity[]>("finished_longevities").notNull(),
  issuePattern: anyText("issue_pattern"),
  samplesActors: boolean("samples_actors").notNull().default(false),
});

export const pgUsers = pgTable(
  "users",
  {
    id: wholeNumber("id").primaryKey(),
    name: anyText("name").notNull(),
    email: anyText("email").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

/** The tokens of servers that follow this installation (docs/cluster.md#replicas). */
export const pgReplicas = pgTable(
  "replicas",
  {
    id: wholeNumber("id").primaryKey(),
    name: anyText("name").notNull(),
    hash: anyText("hash").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
  },
  (table) => [uniqueIndex("replicas_hash").on(table.hash)],
);

export const pgOrganizationMembers = pgTable(
  "organization_members",
  {
    organizationId: wholeNumber("organization_id")
      .notNull()
      .references(() => pgOrganizations.id),
    userId: wholeNumber("user_id")
      .notNull()
      .references(() => pgUsers.id),
    role: anyText("role").$type<Role>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
);

export const pgProjectMembers = pgTable(
  "project_members",
  {
    projectId: wholeNumber("project_id")
      .notNull()
      .references(() => pgProjects.id),
    userId: wholeNumber("user_id")
      .notNull()
      .references(() => pgUsers.id),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.userId] })],
);

export const pgEnvironments = pgTable(
  "environments",
  {
    id: wholeNumber("id").primaryKey(),
    projectId: wholeNumber("project_id")
      .notNull()
      .references(() => pgProjects.id),
    slug: anyText("slug").notNull(),
    name: anyText("name").notNull(),
    state: anyText("state").$type<EnvironmentState>().notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    memberId: wholeNumber("member_id").references(() => pgUsers.id),
    // No reference: the environment remains after its creator token is deleted.
    creatorTokenId: wholeNumber("creator_token_id"),
    // The sequence of the latest audit, also if it was removed.
    lastAudit: wholeNumber("last_audit").notNull(),
    // The hash of the last removed audit, to which the next one is chained.
    removedHash: bytes("removed_hash"),
  },
  (table) => [
    uniqueIndex("environments_slug").on(table.projectId, table.slug),
    uniqueIndex("environments_production").on(table.projectId).where(sql`state = 'production'`),
  ],
);

export const pgTokens = pgTable(
  "tokens",
  {
    id: wholeNumber("id").primaryKey(),
    environmentId: wholeNumber("environment_id")
      .notNull()
      .references(() => pgEnvironments.id, { onDelete: "cascade" }),
    name: anyText("name").notNull(),
    hash: anyText("hash").notNull(),
    access: anyText("access").$type<TokenAccess>().notNull(),
    managesEnvironments: boolean("manages_environments").notNull(),
    ownerId: wholeNumber("owner_id")
      .notNull()
      .references(() => pgUsers.id),
    isPreview: boolean("is_preview").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    revokedAt: wholeNumber("revoked_at"),
    expiresAt: wholeNumber("expires_at"),
    lastUsedAt: wholeNumber("last_used_at"),
  },
  (table) => [
    uniqueIndex("tokens_hash").on(table.hash),
    index("tokens_environment").on(table.environmentId),
  ],
);

/** The latest preview tokens that were deleted with their environment; ids are contiguous. */
export const pgEndedPreviewTokens = pgTable("ended_preview_tokens", {
  id: wholeNumber("id").primaryKey(),
  hash: anyText("hash").notNull(),
  environmentId: wholeNumber("environment_id").notNull(),
});

export const pgGroups = pgTable(
  "groups",
  {
    projectId: wholeNumber("project_id")
      .notNull()
      .references(() => pgProjects.id),
    name: anyText("name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);

export const pgFeatures = pgTable(
  "features",
  {
    id: wholeNumber("id").primaryKey(),
    projectId: wholeNumber("project_id")
      .notNull()
      .references(() => pgProjects.id),
    key: anyText("key").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    creatorId: wholeNumber("creator_id").references(() => pgUsers.id),
    description: anyText("description"),
    longevity: anyText("longevity").$type<Longevity>(),
    tags: jsonText<readonly string[]>("tags").notNull(),
    ownerId: wholeNumber("owner_id").references(() => pgUsers.id),
  },
  (table) => [uniqueIndex("features_key").on(table.projectId, table.key)],
);

/**
 * The gates of a feature in an environment. Production has a row for every feature; another
 * environment only for features with an override, even if all gates of the override are closed.
 */
export const pgGates = pgTable(
  "gates",
  {
    environmentId: wholeNumber("environment_id")
      .notNull()
      .references(() => pgEnvironments.id, { onDelete: "cascade" }),
    featureId: wholeNumber("feature_id")
      .notNull()
      .references(() => pgFeatures.id, { onDelete: "cascade" }),
    boolean: boolean("boolean").notNull(),
    // JSON text.
    expression: anyText("expression"),
    percentageOfActors: integer("percentage_of_actors").notNull(),
    percentageOfTime: integer("percentage_of_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.featureId] }),
    index("gates_feature").on(table.featureId),
  ],
);

/** One row for each group or actor of a gate, so a change writes only the changed ones. */
export const pgGateMembers = pgTable(
  "gate_members",
  {
    environmentId: wholeNumber("environment_id").notNull(),
    featureId: wholeNumber("feature_id").notNull(),
    gate: anyText("gate").$type<"groups" | "actors">().notNull(),
    value: anyText("value").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.featureId, table.gate, table.value] }),
    foreignKey({
      columns: [table.environmentId, table.featureId],
      foreignColumns: [pgGates.environmentId, pgGates.featureId],
    }).onDelete("cascade"),
  ],
);

/**
 * Audits refer to features by key, not by id, because they remain after a feature is deleted.
 * Sequences are contiguous in each environment, so a page is a range of the primary key.
 */
export const pgAudits = pgTable(
  "audits",
  {
    // No reference: checking it for each audit took a third of the time of a commit. The function
    // that writes audits checks it once.
    environmentId: wholeNumber("environment_id").notNull(),
    sequence: wholeNumber("sequence").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    action: anyText("action").$type<AuditAction>().notNull(),
    actorType: anyText("actor_type").$type<AuditActor["type"]>().notNull(),
    actorId: anyText("actor_id").notNull(),
    featureKey: anyText("feature_key").notNull(),
    value: anyText("value"),
    // What undoes the audit; null in audits of versions that stored nothing.
    featureId: wholeNumber("feature_id"),
    // Null if it equals the sequence.
    step: wholeNumber("step"),
    target: wholeNumber("target"),
    // See `difference-text.ts`.
    difference: anyText("difference"),
    // Only in the first audit of a step.
    reason: anyText("reason"),
    // See `auditHash`; null until the audits of an older version are hashed.
    hash: bytes("hash"),
  },
  (table) => [
    primaryKey({ columns: [table.environmentId, table.sequence] }),
    index("audits_feature").on(table.environmentId, table.featureKey, table.sequence),
  ],
);

/** One row, with the id 1: the latest time that was seen and accepted. */
export const pgClockMark = pgTable("clock_mark", {
  id: integer("id").primaryKey(),
  seenAt: wholeNumber("seen_at").notNull(),
  jumpedHours: wholeNumber("jumped_hours").notNull(),
});
