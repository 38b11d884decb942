import { and, eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Change } from "../../model/change.ts";
import { stateOfKind } from "../../model/environment-state.ts";
import { excluded, placeholders } from "../../sqlite/statements.ts";
import {
  environments,
  groups,
  organizationMembers,
  organizations,
  projectMembers,
  projects,
  tokens,
  users,
} from "./gatehouse-schema.ts";
import type { FeatureChange } from "./sqlite-feature-writes.ts";

/** Changes of everything around features: who works with them, and where. */
export type DirectoryChange = Exclude<Change, FeatureChange | { readonly kind: "audit.recorded" }>;

export function prepareDirectoryWrites(
  database: BunSQLiteDatabase,
): (change: DirectoryChange) => void {
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
      case "environment.created":
        place.createEnvironment.run({
          ...change.environment,
          state: stateOfKind(change.environment.kind),
        });
        return;
      case "environment.deleted":
        place.deleteEnvironment.run({ id: change.environmentId });
        return;
      case "revision.advanced":
        place.advanceRevision.run({ ...change });
        return;
      case "group.added":
      case "group.removed":
      case "organization.member_added":
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
] as const;

/** All but what a token is: its hash. */
const changingTokenColumns = [
  "environmentId",
  "name",
  "access",
  "managesEnvironments",
  "ownerId",
  "isPreview",
  "revokedAt",
] as const;

function prepareSaves(database: BunSQLiteDatabase) {
  return {
    organization: database
      .insert(organizations)
      .values(placeholders("id", "name", "plan", "planOverrides"))
      .onConflictDoUpdate({
        target: organizations.id,
        set: excluded(organizations, "name", "plan", "planOverrides"),
      })
      .prepare(),
    project: database
      .insert(projects)
      .values(placeholders("id", "organizationId", "name", "isStrictAboutGroups"))
      .onConflictDoUpdate({
        target: projects.id,
        set: excluded(projects, "name", "isStrictAboutGroups"),
      })
      .prepare(),
    user: database
      .insert(users)
      .values(placeholders("id", "name", "email", "createdAt"))
      .onConflictDoUpdate({ target: users.id, set: excluded(users, "name", "email") })
      .prepare(),
    token: database
      .insert(tokens)
      .values(placeholders(...tokenColumns))
      .onConflictDoUpdate({ target: tokens.id, set: excluded(tokens, ...changingTokenColumns) })
      .prepare(),
  };
}

function preparePlaceWrites(database: BunSQLiteDatabase) {
  return {
    createEnvironment: database
      .insert(environments)
      .values(placeholders(...environmentColumns))
      .prepare(),
    deleteEnvironment: database
      .delete(environments)
      .where(eq(environments.id, sql.placeholder("id")))
      .prepare(),
    advanceRevision: database
      .update(projects)
      .set({ revision: sql`${sql.placeholder("revision")}` })
      .where(eq(projects.id, sql.placeholder("projectId")))
      .prepare(),
  };
}

function prepareMemberWrites(database: BunSQLiteDatabase) {
  const ofOrganization = placeholders("organizationId", "userId");
  const ofProject = placeholders("projectId", "userId");
  return {
    "organization.member_added": database
      .insert(organizationMembers)
      .values(ofOrganization)
      .onConflictDoNothing()
      .prepare(),
    "organization.member_removed": database
      .delete(organizationMembers)
      .where(
        and(
          eq(organizationMembers.organizationId, ofOrganization.organizationId),
          eq(organizationMembers.userId, ofOrganization.userId),
        ),
      )
      .prepare(),
    "project.member_added": database
      .insert(projectMembers)
      .values(ofProject)
      .onConflictDoNothing()
      .prepare(),
    "project.member_removed": database
      .delete(projectMembers)
      .where(
        and(
          eq(projectMembers.projectId, ofProject.projectId),
          eq(projectMembers.userId, ofProject.userId),
        ),
      )
      .prepare(),
    "group.added": database
      .insert(groups)
      .values(placeholders("projectId", "name"))
      .onConflictDoNothing()
      .prepare(),
    "group.removed": database
      .delete(groups)
      .where(
        and(
          eq(groups.projectId, sql.placeholder("projectId")),
          eq(groups.name, sql.placeholder("name")),
        ),
      )
      .prepare(),
  };
}
