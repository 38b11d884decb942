import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap, Set as ImmutableSet, OrderedMap } from "immutable";
import type { Environment } from "../../core/model/environment.ts";
import { kindOfState } from "../../core/model/environment-state-names.ts";
import { type EntityKind, emptyState, type State } from "../../core/model/state.ts";
import { rowsOf } from "./database/rows-of.ts";
import * as schema from "./gatehouse-schema.ts";
import { loadAccounts } from "./sqlite-account-load.ts";
import { prepareLatestSequence } from "./sqlite-audit-reads.ts";
import { featuresByProject, loadFeatures } from "./sqlite-feature-load.ts";
import { loadOwnGates } from "./sqlite-gates-load.ts";
import { loadGovernance } from "./sqlite-governance.ts";
import { loadReplicas } from "./sqlite-replicas.ts";
import { loadRetiredKeys } from "./sqlite-retired-keys.ts";
import { loadRollouts } from "./sqlite-rollouts.ts";
import { loadSignOn } from "./sqlite-sign-on.ts";
import { loadViews } from "./sqlite-views.ts";
import { loadWebhooks } from "./sqlite-webhook-load.ts";

/** Builds the state from the rows of a database. */
export function loadState(database: BunSQLiteDatabase): State {
  const projects = rowsOf(database, schema.projectsTable);
  const features = loadFeatures(database);
  const environments = rowsOf(database, schema.environmentsTable).map(environmentOf);
  const keyById = new Map(features.map((feature) => [feature.id, feature.key]));
  return {
    organizations: byId(rowsOf(database, schema.organizationsTable)),
    projects: byId(projects.map(({ revision: _, ...project }) => project)),
    users: byId(rowsOf(database, schema.usersTable)),
    organizationMembers: loadRoles(database),
    projectMembers: setsByGroup(
      rowsOf(database, schema.projectMembersTable),
      (row) => row.projectId,
      (row) => row.userId,
    ),
    environments: byId(environments),
    productions: ImmutableMap(
      environments
        .filter((environment) => environment.kind === "production")
        .map((environment) => [environment.projectId, environment]),
    ),
    tokens: ImmutableMap(rowsOf(database, schema.tokensTable).map((token) => [token.hash, token])),
    groups: setsByGroup(
      rowsOf(database, schema.groupsTable),
      (row) => row.projectId,
      (row) => row.name,
    ),
    features: featuresByProject(features),
    ...loadOwnGates(database, environments, keyById),
    endedPreviewTokens: OrderedMap(
      rowsOf(database, schema.endedPreviewTokensTable)
        .toSorted((left, right) => left.id - right.id)
        .map(({ hash, environmentId }) => [hash, environmentId]),
    ),
    ...loadAccounts(database),
    webhooks: loadWebhooks(database),
    views: loadViews(database),
    ...loadGovernance(database),
    rollouts: loadRollouts(database),
    ...loadRetiredKeys(database),
    signOn: loadSignOn(database),
    replicas: loadReplicas(database),
    auditSequences: loadAuditSequences(database, environments),
    revisions: ImmutableMap(projects.map((project) => [project.id, project.revision])),
    clockMark: loadClockMark(database),
    lastIds: loadLastIds(database),
  };
}

function loadRoles(database: BunSQLiteDatabase): State["organizationMembers"] {
  const rows = rowsOf(database, schema.organizationMembersTable);
  const grouped = Map.groupBy(rows, ({ organizationId }) => organizationId);
  return ImmutableMap(
    [...grouped].map(([id, members]) => [
      id,
      ImmutableMap(members.map(({ userId, role }) => [userId, role])),
    ]),
  );
}

function environmentOf({
  state,
  auditsRemovedThrough: _,
  removedHash: _removedHash,
  ...columns
}: typeof schema.environmentsTable.$inferSelect): Environment {
  return { ...columns, kind: kindOfState(state) };
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]) {
  return ImmutableMap(rows.map((row) => [row.id, row]));
}

function setsByGroup<Row, Member>(
  rows: readonly Row[],
  groupOf: (row: Row) => number,
  memberOf: (row: Row) => Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  const grouped = Map.groupBy(rows, groupOf);
  return ImmutableMap([...grouped].map(([id, group]) => [id, ImmutableSet(group.map(memberOf))]));
}

function loadAuditSequences(
  database: BunSQLiteDatabase,
  environments: readonly Environment[],
): State["auditSequences"] {
  if (environments.length === 0) {
    return ImmutableMap();
  }
  const latest = prepareLatestSequence(database);
  return ImmutableMap(
    environments
      .map(({ id }): [number, number] => [id, latest(id)])
      .filter(([, sequence]) => sequence > 0),
  );
}

function loadClockMark(database: BunSQLiteDatabase): State["clockMark"] {
  const [row] = rowsOf(database, schema.clockMarkTable);
  return row === undefined ? null : { seenAt: row.seenAt, jumpedHours: row.jumpedHours };
}

const kindOfTable: Readonly<Record<string, EntityKind>> = {
  organizations: "organization",
  projects: "project",
  users: "user",
  environments: "environment",
  tokens: "token",
  features: "feature",
  webhooks: "webhook",
  webhook_events: "webhookEvent",
  replicas: "replica",
  requests: "request",
  rollouts: "rollout",
  comments: "comment",
};

/** SQLite stores the last id of each table, so ids of deleted rows are not used again. */
function loadLastIds(database: BunSQLiteDatabase): State["lastIds"] {
  const lastIds = { ...emptyState.lastIds };
  const rows = database.all<{ name: string; seq: number }>(
    sql`select name, seq from sqlite_sequence`,
  );
  for (const { name, seq } of rows) {
    const kind = kindOfTable[name];
    if (kind !== undefined) {
      lastIds[kind] = seq;
    }
  }
  return lastIds;
}
