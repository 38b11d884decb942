import type { SQL, TransactionSQL } from "bun";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";
import { Map as ImmutableMap, Set as ImmutableSet, OrderedMap } from "immutable";
import type { Environment } from "../../core/model/environment.ts";
import { kindOfState } from "../../core/model/environment-state-names.ts";
import type { Role } from "../../core/model/role.ts";
import { emptyState, type State } from "../../core/model/state.ts";
import { retiredKeysByProject, retiringProjectsOf } from "../rows/retired-rows.ts";
import type { DatabaseClock } from "./database-clock.ts";
import {
  pgPasskeys,
  pgPasswords,
  pgPersonalTokens,
  pgSessions,
  pgSignInLinks,
} from "./postgres-account-schema.ts";
import { loadFeatureRows, loadGateRows } from "./postgres-feature-load.ts";
import { loadPgGovernance } from "./postgres-governance.ts";
import { pgRetiredKeys, pgRetiringProjects } from "./postgres-retired-schema.ts";
import { loadPgRollouts } from "./postgres-rollouts.ts";
import * as schema from "./postgres-schema.ts";
import { pgSignOnRecords } from "./postgres-sign-on-schema.ts";
import { pgViews } from "./postgres-view-schema.ts";
import { pgWebhooks } from "./postgres-webhook-schema.ts";

/** The latest commit that a process knows. */
export interface CommitMark {
  readonly position: number;
  readonly batchId: string;
  /** Changes when the database is restored. */
  readonly epoch: string;
}

export interface LoadedState extends CommitMark {
  readonly state: State;
}

interface HeadRow {
  readonly clock_ms: number;
  readonly position: number;
  readonly batch: string;
  readonly epoch: string;
  readonly last_ids: string;
}

/** Reads the state as of one moment, and the time of the server. */
export function loadSharedState(client: SQL, clock: DatabaseClock): Promise<LoadedState> {
  return client.begin("isolation level repeatable read, read only", async (transaction) => {
    await transaction.unsafe("set local statement_timeout = 0");
    const [head] = await clock.heard(
      () => transaction<HeadRow[]>`
        select position::float8, batch::text, epoch::text, last_ids,
          extract(epoch from clock_timestamp())::float8 * 1000 as clock_ms
        from head where id = 1`,
    );
    if (head === undefined) {
      throw new Error("The table head has no row");
    }
    const { position, batch: batchId, epoch } = head;
    const lastIds: Partial<State["lastIds"]> = JSON.parse(head.last_ids);
    const state = await stateOf(transaction, { ...emptyState.lastIds, ...lastIds });
    return { position, batchId, epoch, state };
  });
}

async function stateOf(transaction: TransactionSQL, lastIds: State["lastIds"]): Promise<State> {
  const database = drizzle({ client: transaction });
  const projects = await database.select().from(schema.pgProjects);
  const environmentRows = await database.select().from(schema.pgEnvironments);
  const environments = environmentRows.map(environmentOf);
  const { features, keys } = await loadFeatureRows(transaction);
  const [mark] = await database.select().from(schema.pgClockMark);
  return {
    organizations: byId(await database.select().from(schema.pgOrganizations)),
    projects: byId(projects.map(({ revision: _, ...project }) => project)),
    users: byId(await database.select().from(schema.pgUsers)),
    ...(await loadMembers(database)),
    environments: byId(environments),
    productions: ImmutableMap(
      environments
        .filter(({ kind }) => kind === "production")
        .map((environment) => [environment.projectId, environment]),
    ),
    tokens: ImmutableMap(
      (await database.select().from(schema.pgTokens)).map((token) => [token.hash, token]),
    ),
    features,
    ...(await loadGateRows(transaction, environments, keys)),
    endedPreviewTokens: OrderedMap(
      (
        await database
          .select()
          .from(schema.pgEndedPreviewTokens)
          .orderBy(schema.pgEndedPreviewTokens.id)
      ).map(({ hash, environmentId }) => [hash, environmentId]),
    ),
    ...(await loadCredentials(database)),
    webhooks: byId(await database.select().from(pgWebhooks)),
    views: byId(await database.select().from(pgViews)),
    ...(await loadPgGovernance(database)),
    rollouts: await loadPgRollouts(database),
    retiredKeys: retiredKeysByProject(await database.select().from(pgRetiredKeys)),
    retiringProjects: retiringProjectsOf(await database.select().from(pgRetiringProjects)),
    signOn: ImmutableMap(
      (await database.select().from(pgSignOnRecords)).map(({ key, body }) => [key, body]),
    ),
    auditSequences: ImmutableMap(
      environmentRows
        .filter(({ lastAudit }) => lastAudit > 0)
        .map(({ id, lastAudit }) => [id, lastAudit]),
    ),
    replicas: ImmutableMap(
      (await database.select().from(schema.pgReplicas)).map((replica) => [replica.hash, replica]),
    ),
    revisions: ImmutableMap(projects.map(({ id, revision }) => [id, revision])),
    clockMark: mark === undefined ? null : { seenAt: mark.seenAt, jumpedHours: mark.jumpedHours },
    lastIds,
  };
}

function environmentOf({
  state,
  lastAudit: _,
  removedHash: _removedHash,
  ...columns
}: typeof schema.pgEnvironments.$inferSelect): Environment {
  return { ...columns, kind: kindOfState(state) };
}

async function loadMembers(
  database: BunSQLDatabase,
): Promise<Pick<State, "organizationMembers" | "projectMembers" | "groups">> {
  const roles = await database.select().from(schema.pgOrganizationMembers);
  const projectMembers = await database.select().from(schema.pgProjectMembers);
  const groups = await database.select().from(schema.pgGroups);
  return {
    organizationMembers: ImmutableMap(
      Array.from(
        Map.groupBy(roles, ({ organizationId }) => organizationId),
        ([id, members]): [number, ImmutableMap<number, Role>] => [
          id,
          ImmutableMap(members.map(({ userId, role }) => [userId, role])),
        ],
      ),
    ),
    projectMembers: setsByProject(projectMembers, ({ userId }) => userId),
    groups: setsByProject(groups, ({ name }) => name),
  };
}

async function loadCredentials(
  database: BunSQLDatabase,
): Promise<Pick<State, "passwords" | "signInLinks" | "sessions" | "passkeys" | "personalTokens">> {
  const passwords = await database.select().from(pgPasswords);
  const links = await database.select().from(pgSignInLinks);
  const sessions = await database.select().from(pgSessions);
  const personalTokens = await database.select().from(pgPersonalTokens);
  return {
    passwords: ImmutableMap(passwords.map((password) => [password.userId, password])),
    signInLinks: ImmutableMap(links.map((link) => [link.hash, link])),
    sessions: ImmutableMap(sessions.map((session) => [session.hash, session])),
    passkeys: byId(await database.select().from(pgPasskeys)),
    personalTokens: ImmutableMap(personalTokens.map((token) => [token.hash, token])),
  };
}

function byId<Id extends number | string, Row extends { readonly id: Id }>(
  rows: readonly Row[],
): ImmutableMap<Row["id"], Row> {
  return ImmutableMap(rows.map((row) => [row.id, row]));
}

function setsByProject<Row extends { readonly projectId: number }, Member>(
  rows: readonly Row[],
  memberOf: (row: Row) => Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  const grouped = Map.groupBy(rows, ({ projectId }) => projectId);
  return ImmutableMap(
    Array.from(grouped, ([id, group]) => [id, ImmutableSet(group.map(memberOf))]),
  );
}
