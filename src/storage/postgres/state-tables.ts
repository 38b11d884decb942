import type { State } from "../../core/model/state.ts";
import type { Rows } from "../rows/row-change.ts";

/** The tables whose rows are in the state. */
export type StateTable = Exclude<keyof Rows, "events" | "deliveries">;

export interface KeyedTable<Row> {
  /** The columns that identify a row. */
  readonly key: readonly (keyof Row & string)[];
  /** The row in a state. `touched` has the key, and the whole row if it was saved. */
  readonly find: (state: State, touched: Partial<Row>) => object | undefined;
}

/** Where the rows of each table are in the state. Ids begin at 1, and no hash is empty. */
export const stateTables: { readonly [Table in StateTable]: KeyedTable<Rows[Table]> } = {
  organizations: { key: ["id"], find: (state, { id = 0 }) => state.organizations.get(id) },
  projects: {
    key: ["id"],
    find(state, { id = 0 }) {
      const project = state.projects.get(id);
      return project && { ...project, revision: state.revisions.get(id) ?? 0 };
    },
  },
  users: { key: ["id"], find: (state, { id = 0 }) => state.users.get(id) },
  "organization members": {
    key: ["organizationId", "userId"],
    find(state, { organizationId = 0, userId = 0 }) {
      const role = state.organizationMembers.get(organizationId)?.get(userId);
      return role && { organizationId, userId, role };
    },
  },
  "project members": {
    key: ["projectId", "userId"],
    find: (state, { projectId = 0, userId = 0 }) =>
      state.projectMembers.get(projectId)?.has(userId) ? { projectId, userId } : undefined,
  },
  environments: {
    key: ["id"],
    find(state, touched) {
      const { id = 0 } = touched;
      const lastAudit = state.auditSequences.get(id) ?? 0;
      // An environment never changes.
      return state.environments.has(id) ? { ...touched, lastAudit } : undefined;
    },
  },
  tokens: { key: ["hash"], find: (state, { hash = "" }) => state.tokens.get(hash) },
  groups: {
    key: ["projectId", "name"],
    find: (state, { projectId = 0, name = "" }) =>
      state.groups.get(projectId)?.has(name) ? { projectId, name } : undefined,
  },
  features: {
    key: ["id"],
    find(state, { id, projectId = 0, key = "" }) {
      const feature = state.features.get(projectId)?.get(key);
      return feature?.id === id ? feature : undefined;
    },
  },
  clock: {
    key: ["id"],
    find: ({ clockMark }, { id }) => (clockMark ? { id, ...clockMark } : undefined),
  },
  passwords: { key: ["userId"], find: (state, { userId = 0 }) => state.passwords.get(userId) },
  links: { key: ["userId"], find: (state, { hash = "" }) => state.signInLinks.get(hash) },
  sessions: { key: ["hash"], find: (state, { hash = "" }) => state.sessions.get(hash) },
  passkeys: { key: ["id"], find: (state, { id = "" }) => state.passkeys.get(id) },
  "personal tokens": {
    key: ["hash"],
    find: (state, { hash = "" }) => state.personalTokens.get(hash),
  },
  replicas: { key: ["id"], find: (state, { hash = "" }) => state.replicas.get(hash) },
  views: { key: ["id"], find: (state, { id = "" }) => state.views.get(id) },
  policies: {
    key: ["environmentId"],
    find: (state, { environmentId = 0 }) => state.policies.get(environmentId),
  },
  // The state has no ended requests, no ended rollouts and no comments. Those of a deleted environment are deleted too.
  requests: {
    key: ["id"],
    find: (state, saved) => (state.environments.has(saved.environmentId ?? 0) ? saved : undefined),
  },
  rollouts: {
    key: ["id"],
    find: (state, saved) => (state.environments.has(saved.environmentId ?? 0) ? saved : undefined),
  },
  comments: {
    key: ["subject", "id"],
    find(state, saved) {
      const { environmentId = null, text } = saved;
      const isKept = environmentId === null || state.environments.has(environmentId);
      return text !== undefined && isKept ? saved : undefined;
    },
  },
  "retired keys": {
    key: ["projectId", "key"],
    find: (state, { projectId = 0, key = "" }) => state.retiredKeys.get(projectId)?.get(key),
  },
  "retiring projects": {
    key: ["projectId"],
    find: (state, { projectId = 0 }) =>
      state.retiringProjects.has(projectId) ? { projectId } : undefined,
  },
  "sign-on records": {
    key: ["key"],
    find(state, { key = "" }) {
      const body = state.signOn.get(key);
      return body && { key, body };
    },
  },
  webhooks: { key: ["id"], find: (state, { id = 0 }) => state.webhooks.get(id) },
};
