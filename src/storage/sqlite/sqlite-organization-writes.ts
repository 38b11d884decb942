import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { AccountChange } from "../../core/model/change.ts";
import { endedPreviewTokensMax } from "../../core/model/ended-preview-tokens.ts";
import { stateOfKind } from "../../core/model/environment-state-names.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import {
  clockMarkTable,
  endedPreviewTokensTable,
  environmentsTable,
  groupsTable,
  organizationMembersTable,
  organizationsTable,
  projectMembersTable,
  projectsTable,
  tokensTable,
  usersTable,
} from "./gatehouse-schema.ts";
import type { StoredFeatureChange } from "./sqlite-feature-writes.ts";
import type { StoredReplicaChange } from "./sqlite-replicas.ts";
import type { StoredWebhookChange } from "./sqlite-webhook-writes.ts";
import type { StoredChange } from "./stored-change.ts";

/** Changes of organizations, projects, users, environments, tokens and groups. */
export type OrganizationChange = Exclude<
  StoredChange,
  | StoredFeatureChange
  | AccountChange
  | StoredWebhookChange
  | StoredReplicaChange
  | { readonly kind: "audits.saved" | "audits.removed" | "difference.part" }
>;

export function prepareOrganizationWrites(
  database: BunSQLiteDatabase,
): (change: OrganizationChange) => void {
  const save = prepareSaves(database);
  const member = prepareMemberWrites(database);
  const place = preparePlaceWrites(database);
  return (change) => {
    switch (change.kind) {
      case "organization.saved":
        save.organization.run({ ...change.organization });
        return;
      case "project.saved":
        save.project.run({ ...change.project });
        return;
      case "user.saved":
        save.user.run({ ...change.user });
        return;
      case "token.saved":
        save.token.run({ ...change.token });
        return;
      case "tokens.used":
        for (const hash of change.hashes) {
          save.tokenUse.run({ hash, usedAt: change.usedAt });
        }
        return;
      case "environment.created":
        place.createEnvironment.run({
          ...change.environment,
          state: stateOfKind(change.environment.kind),
        });
        return;
      case "environment.deleted":
        place.rememberPreviewTokens.run({ id: change.environmentId });
        place.deleteEnvironment.run({ id: change.environmentId });
        place.forgetPreviewTokens.run();
        return;
      case "revision.advanced":
        place.advanceRevision.run({ ...change });
        return;
      case "clock.marked":
        place.markClock.run({ id: clockMarkId, ...change.mark });
        return;
      case "group.added":
      case "group.removed":
      case "organization.member_saved":
      case "organization.member_removed":
      case "project.member_added":
      case "project.member_removed":
        member[change.kind].run({ ...change });
        return;
    }
  };
}

const environmentColumns = [
  "id",
  "projectId",
  "slug",
  "name",
  "state",
  "createdAt",
  "memberId",
  "creatorTokenId",
] as const;
const tokenColumns = [
  "id",
  "environmentId",
  "name",
  "hash",
  "access",
  "managesEnvironments",
  "ownerId",
  "isPreview",
  "createdAt",
  "revokedAt",
  "expiresAt",
  "lastUsedAt",
] as const;
/** The table has one row. */
const clockMarkId = 1;

/** Every column except the hash, which identifies the token and never changes. */
const changingTokenColumns = [
  "environmentId",
  "name",
  "access",
  "managesEnvironments",
  "ownerId",
  "isPreview",
  "revokedAt",
  "expiresAt",
  "lastUsedAt",
] as const;

const projectColumns = [
  "name",
  "isStrictAboutGroups",
  "finishedAfterDays",
  "finishedLongevities",
] as const;

function prepareSaves(database: BunSQLiteDatabase) {
  return {
    organization: database
      .insert(organizationsTable)
      .values(placeholders("id", "name", "plan", "planOverrides"))
      .onConflictDoUpdate({
        target: organizationsTable.id,
        set: excludedValues(organizationsTable, "name", "plan", "planOverrides"),
      })
      .prepare(),
    project: database
      .insert(projectsTable)
      .values(placeholders("id", "organizationId", ...projectColumns))
      .onConflictDoUpdate({
        target: projectsTable.id,
        set: excludedValues(projectsTable, ...projectColumns),
      })
      .prepare(),
    user: database
      .insert(usersTable)
      .values(placeholders("id", "name", "email", "createdAt"))
      .onConflictDoUpdate({
        target: usersTable.id,
        set: excludedValues(usersTable, "name", "email"),
      })
      .prepare(),
    token: database
      .insert(tokensTable)
      .values(placeholders(...tokenColumns))
      .onConflictDoUpdate({
        target: tokensTable.id,
        set: excludedValues(tokensTable, ...changingTokenColumns),
      })
      .prepare(),
    tokenUse: database
      .update(tokensTable)
      .set({ lastUsedAt: sql`${sql.placeholder("usedAt")}` })
      .where(eq(tokensTable.hash, sql.placeholder("hash")))
      .prepare(),
  };
}

function preparePlaceWrites(database: BunSQLiteDatabase) {
  return {
    createEnvironment: database
      .insert(environmentsTable)
      .values(placeholders(...environmentColumns))
      .prepare(),
    rememberPreviewTokens: database
      .insert(endedPreviewTokensTable)
      .select(
        database
          .select({
            id: sql<null>`null`.as("id"),
            hash: tokensTable.hash,
            environmentId: tokensTable.environmentId,
          })
          .from(tokensTable)
          .where(
            and(
              eq(tokensTable.environmentId, sql.placeholder("id")),
              eq(tokensTable.isPreview, true),
              isNull(tokensTable.revokedAt),
            ),
          )
          .orderBy(tokensTable.id),
      )
      .prepare(),
    forgetPreviewTokens: database
      .delete(endedPreviewTokensTable)
      .where(
        lte(
          endedPreviewTokensTable.id,
          sql`(select max(id) from ${endedPreviewTokensTable}) - ${endedPreviewTokensMax}`,
        ),
      )
      .prepare(),
    markClock: database
      .insert(clockMarkTable)
      .values(placeholders("id", "seenAt", "jumpedHours"))
      .onConflictDoUpdate({
        target: clockMarkTable.id,
        set: excludedValues(clockMarkTable, "seenAt", "jumpedHours"),
      })
      .prepare(),
    deleteEnvironment: database
      .delete(environmentsTable)
      .where(eq(environmentsTable.id, sql.placeholder("id")))
      .prepare(),
    advanceRevision: database
      .update(projectsTable)
      .set({ revision: sql`${sql.placeholder("revision")}` })
      .where(eq(projectsTable.id, sql.placeholder("projectId")))
      .prepare(),
  };
}

function prepareMemberWrites(database: BunSQLiteDatabase) {
  const ofOrganization = placeholders("organizationId", "userId");
  const ofProject = placeholders("projectId", "userId");
  return {
    "organization.member_saved": database
      .insert(organizationMembersTable)
      .values({ ...ofOrganization, ...placeholders("role") })
      .onConflictDoUpdate({
        target: [organizationMembersTable.organizationId, organizationMembersTable.userId],
        set: excludedValues(organizationMembersTable, "role"),
      })
      .prepare(),
    "organization.member_removed": database
      .delete(organizationMembersTable)
      .where(
        and(
          eq(organizationMembersTable.organizationId, ofOrganization.organizationId),
          eq(organizationMembersTable.userId, ofOrganization.userId),
        ),
      )
      .prepare(),
    "project.member_added": database
      .insert(projectMembersTable)
      .values(ofProject)
      .onConflictDoNothing()
      .prepare(),
    "project.member_removed": database
      .delete(projectMembersTable)
      .where(
        and(
          eq(projectMembersTable.projectId, ofProject.projectId),
          eq(projectMembersTable.userId, ofProject.userId),
        ),
      )
      .prepare(),
    "group.added": database
      .insert(groupsTable)
      .values(placeholders("projectId", "name"))
      .onConflictDoNothing()
      .prepare(),
    "group.removed": database
      .delete(groupsTable)
      .where(
        and(
          eq(groupsTable.projectId, sql.placeholder("projectId")),
          eq(groupsTable.name, sql.placeholder("name")),
        ),
      )
      .prepare(),
  };
}
