import { eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap, Set as ImmutableSet, OrderedMap } from "immutable";
import { parseStoredExpression } from "../../expressions/expression.ts";
import type { Environment } from "../../model/environment.ts";
import { kindOfState } from "../../model/environment-state-names.ts";
import type { Feature } from "../../model/feature.ts";
import { type EntityKind, emptyState, type State } from "../../model/state.ts";
import { addStoredBytes, noStoredBytes, type StoredBytes } from "../../model/stored-bytes.ts";
import { closedGates, type Gates } from "../../toggles/gates.ts";
import { bytesOfSet } from "../../toggles/set-bytes.ts";
import { setOfSorted } from "../../toggles/sorted-set.ts";
import { Toggle } from "../../toggles/toggle.ts";
import * as schema from "./gatehouse-schema.ts";
import { loadAccounts } from "./sqlite-account-load.ts";
import { prepareNewestSequence } from "./sqlite-audit-reads.ts";
import { loadWebhooks } from "./sqlite-webhook-load.ts";

/** Builds the state from the rows of a database. */
export function loadState(database: BunSQLiteDatabase): State {
  const projects = database.select().from(schema.projectsTable).all();
  const features = database.select().from(schema.featuresTable).all();
  const environments = database.select().from(schema.environmentsTable).all().map(environmentOf);
  const keys = new Map(features.map((feature) => [feature.id, feature.key]));
  return {
    organizations: byId(database.select().from(schema.organizationsTable).all()),
    projects: byId(projects.map(({ revision: _, ...project }) => project)),
    users: byId(database.select().from(schema.usersTable).all()),
    organizationMembers: loadRoles(database),
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
    ...loadOwnGates(database, environments, keys),
    endedPreviewTokens: OrderedMap(
      database
        .select()
        .from(schema.endedPreviewTokensTable)
        .orderBy(schema.endedPreviewTokensTable.id)
        .all()
        .map(({ hash, environmentId }) => [hash, environmentId]),
    ),
    ...loadAccounts(database),
    webhooks: loadWebhooks(database),
    auditSequences: loadAuditSequences(database, environments),
    revisions: ImmutableMap(projects.map((project) => [project.id, project.revision])),
    clockMark: loadClockMark(database),
    lastIds: loadLastIds(database),
  };
}

function loadRoles(database: BunSQLiteDatabase): State["organizationMembers"] {
  const rows = database.select().from(schema.organizationMembersTable).all();
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

type GatesRow = typeof schema.gatesTable.$inferSelect;
type Members = Pick<Gates, "groups" | "actors">;

/** What environments have themselves, and its bytes. */
interface OwnGates {
  readonly toggles: State["toggles"];
  readonly storedBytes: StoredBytes;
}

/** Reads one environment after the other, so that the rows of few are in memory at once. */
function loadOwnGates(
  database: BunSQLiteDatabase,
  environments: readonly Environment[],
  keys: ReadonlyMap<number, string>,
): OwnGates {
  const readRows = prepareGateReads(database);
  const toggles = new Map<number, ImmutableMap<string, Toggle>>();
  let storedBytes = noStoredBytes;
  for (const { id, projectId } of environments) {
    const { rows, membersOf } = readRows(id);
    if (rows.length > 0) {
      let bytes = 0;
      const own = rows.map((row): [string, Toggle] => {
        const key = keyOf(keys, row.featureId);
        const members = membersOf(row.featureId);
        bytes += rowBytes(key, row, members);
        return [key, new Toggle(key, gatesOf(row, members))];
      });
      toggles.set(id, ImmutableMap(own));
      storedBytes = addStoredBytes(storedBytes, { environmentId: id, projectId }, bytes);
    }
  }
  return { toggles: ImmutableMap(toggles), storedBytes };
}

function prepareGateReads(database: BunSQLiteDatabase) {
  const { gatesTable, gateMembersTable } = schema;
  const { featureId, gate, value, environmentId: environment } = gateMembersTable;
  const gates = database
    .select()
    .from(gatesTable)
    .where(eq(gatesTable.environmentId, sql.placeholder("environmentId")))
    .prepare();
  // One text for each gate: an object for each actor would take several times the memory. SQLite
  // sorts by UTF-8 bytes, as `SortedSet` does.
  const members = database
    .select({
      featureId,
      gate,
      values: sql<string>`json_group_array(${value} order by ${value})`,
    })
    .from(gateMembersTable)
    .where(eq(environment, sql.placeholder("environmentId")))
    .groupBy(featureId, gate)
    .prepare();
  return (environmentId: number) => {
    const byFeature = new Map<number, Members>();
    for (const row of members.all({ environmentId })) {
      const values: readonly string[] = JSON.parse(row.values);
      byFeature.set(row.featureId, {
        ...(byFeature.get(row.featureId) ?? noMembers),
        [row.gate]: setOfSorted(values),
      });
    }
    return {
      rows: gates.all({ environmentId }),
      membersOf: (id: number) => byFeature.get(id) ?? noMembers,
    };
  };
}

const noMembers: Members = { groups: closedGates.groups, actors: closedGates.actors };

/** As `gateBytes` of the toggle: an expression is stored as the text that counts. */
function rowBytes(key: string, { expression }: GatesRow, { groups, actors }: Members): number {
  return (
    Buffer.byteLength(key) +
    Buffer.byteLength(expression ?? "") +
    bytesOfSet(groups) +
    bytesOfSet(actors)
  );
}

function gatesOf(row: GatesRow, { groups, actors }: Members): Gates {
  return {
    ...closedGates,
    boolean: row.boolean,
    expression: row.expression === null ? null : parseStoredExpression(JSON.parse(row.expression)),
    groups,
    actors,
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

function loadAuditSequences(
  database: BunSQLiteDatabase,
  environments: readonly Environment[],
): State["auditSequences"] {
  const newest = prepareNewestSequence(database);
  return ImmutableMap(
    environments.map(({ id }): [number, number] => [id, newest(id)]).filter(([, last]) => last > 0),
  );
}

function loadClockMark(database: BunSQLiteDatabase): State["clockMark"] {
  const [row] = database.select().from(schema.clockMarkTable).all();
  return row === undefined ? null : { seenAt: row.seenAt, jumpedHours: row.jumpedHours };
}

const nounOfTable: Readonly<Record<string, EntityKind>> = {
  organizations: "organization",
  projects: "project",
  users: "user",
  environments: "environment",
  tokens: "token",
  features: "feature",
  webhooks: "webhook",
  webhook_events: "webhookEvent",
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
