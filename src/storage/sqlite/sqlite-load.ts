import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap, Set as ImmutableSet } from "immutable";
import { parseStoredExpression } from "../../expressions/expression.ts";
import type { Environment } from "../../model/environment.ts";
import { kindOfState } from "../../model/environment-state.ts";
import type { Feature } from "../../model/feature.ts";
import { type EntityKind, emptyState, type State } from "../../model/state.ts";
import { closedGates, type Gates } from "../../toggles/gates.ts";
import { sortedSet } from "../../toggles/sorted-set.ts";
import { Toggle } from "../../toggles/toggle.ts";
import * as schema from "./gatehouse-schema.ts";

/** Builds the state from the rows of a database. */
export function loadState(database: BunSQLiteDatabase): State {
  const projects = database.select().from(schema.projectsTable).all();
  const features = database.select().from(schema.featuresTable).all();
  const environments = database.select().from(schema.environmentsTable).all().map(environmentOf);
  return {
    organizations: byId(database.select().from(schema.organizationsTable).all()),
    projects: byId(projects.map(({ revision: _, ...project }) => project)),
    users: byId(database.select().from(schema.usersTable).all()),
    organizationMembers: sets(
      database.select().from(schema.organizationMembersTable).all(),
      (row) => row.organizationId,
      (row) => row.userId,
    ),
    projectMembers: sets(
      database.select().from(schema.projectMembersTable).all(),
      (row) => row.projectId,
      (row) => row.userId,
    ),
    environments: byId(environments),
    productions: ImmutableMap(
      environments
        .filter((environment) => environment.kind === "production")
        .map((environment) => [environment.projectId, environment]),
    ),
    tokens: ImmutableMap(
      database
        .select()
        .from(schema.tokensTable)
        .all()
        .map((token) => [token.hash, token]),
    ),
    groups: sets(
      database.select().from(schema.groupsTable).all(),
      (row) => row.projectId,
      (row) => row.name,
    ),
    features: featuresByProject(features),
    toggles: loadToggles(database, new Map(features.map((feature) => [feature.id, feature.key]))),
    revisions: ImmutableMap(projects.map((project) => [project.id, project.revision])),
    lastIds: loadLastIds(database),
  };
}

function environmentOf({
  state,
  ...columns
}: typeof schema.environmentsTable.$inferSelect): Environment {
  return { ...columns, kind: kindOfState(state) };
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]) {
  return ImmutableMap(rows.map((row) => [row.id, row]));
}

function sets<Row, Member>(
  rows: readonly Row[],
  groupOf: (row: Row) => number,
  memberOf: (row: Row) => Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  const grouped = Map.groupBy(rows, groupOf);
  return ImmutableMap([...grouped].map(([id, group]) => [id, ImmutableSet(group.map(memberOf))]));
}

function featuresByProject(rows: readonly Feature[]): State["features"] {
  const grouped = Map.groupBy(rows, (feature) => feature.projectId);
  return ImmutableMap(
    [...grouped].map(([projectId, features]) => [
      projectId,
      ImmutableMap(features.map((feature) => [feature.key, feature])),
    ]),
  );
}

function loadToggles(
  database: BunSQLiteDatabase,
  keys: ReadonlyMap<number, string>,
): State["toggles"] {
  const members = Map.groupBy(
    database.select().from(schema.gateMembersTable).all(),
    (row) => `${row.environmentId}/${row.featureId}`,
  );
  const grouped = Map.groupBy(
    database.select().from(schema.gatesTable).all(),
    (row) => row.environmentId,
  );
  return ImmutableMap(
    [...grouped].map(([environmentId, rows]) => [
      environmentId,
      ImmutableMap(
        rows.map((row) => {
          const key = keyOf(keys, row.featureId);
          const named = members.get(`${environmentId}/${row.featureId}`) ?? [];
          return [key, new Toggle(key, gatesOf(row, named))];
        }),
      ),
    ]),
  );
}

type GatesRow = typeof schema.gatesTable.$inferSelect;
type MemberRow = typeof schema.gateMembersTable.$inferSelect;

function gatesOf(row: GatesRow, members: readonly MemberRow[]): Gates {
  const valuesOf = (gate: MemberRow["gate"]) =>
    sortedSet(members.filter((member) => member.gate === gate).map((member) => member.value));
  return {
    ...closedGates,
    boolean: row.boolean,
    expression: row.expression === null ? null : parseStoredExpression(JSON.parse(row.expression)),
    groups: valuesOf("groups"),
    actors: valuesOf("actors"),
    percentageOfActors: row.percentageOfActors,
    percentageOfTime: row.percentageOfTime,
  };
}

function keyOf(keys: ReadonlyMap<number, string>, featureId: number): string {
  const key = keys.get(featureId);
  if (key === undefined) {
    throw new Error(`The gates of feature ${featureId} have no feature`);
  }
  return key;
}

const nounOfTable: Readonly<Record<string, EntityKind>> = {
  organizations: "organization",
  projects: "project",
  users: "user",
  environments: "environment",
  tokens: "token",
  features: "feature",
};

function loadLastIds(database: BunSQLiteDatabase): State["lastIds"] {
  const lastIds = { ...emptyState.lastIds };
  const rows = database.all<{ name: string; seq: number }>(
    sql`select name, seq from sqlite_sequence`,
  );
  for (const { name, seq } of rows) {
    const noun = nounOfTable[name];
    if (noun !== undefined) {
      lastIds[noun] = seq;
    }
  }
  return lastIds;
}
