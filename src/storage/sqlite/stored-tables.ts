import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  passkeysTable,
  passwordsTable,
  personalTokensTable,
  sessionsTable,
  signInLinksTable,
} from "./account-schema.ts";
import {
  clockMarkTable,
  environmentsTable,
  featuresTable,
  gatesTable,
  groupsTable,
  organizationMembersTable,
  organizationsTable,
  projectMembersTable,
  projectsTable,
  tokensTable,
  usersTable,
} from "./gatehouse-schema.ts";
import { commentsTable, policiesTable, requestsTable } from "./governance-schema.ts";
import { replicasTable } from "./replica-schema.ts";
import { retiredKeysTable, retiringProjectsTable } from "./retired-schema.ts";
import { rolloutsTable } from "./rollout-schema.ts";
import { signOnRecordsTable } from "./sign-on-schema.ts";
import type { StoredRows } from "./stored-change.ts";
import { viewsTable } from "./view-schema.ts";
import { webhookDeliveriesTable, webhookEventsTable, webhooksTable } from "./webhook-schema.ts";

export interface StoredTable {
  readonly table: SQLiteTable;
  readonly columns: Readonly<Record<string, SQLiteColumn>>;
  readonly key: readonly SQLiteColumn[];
  /** The columns that change if a saved row exists; null if its key must be new. */
  readonly changing: readonly string[] | null;
  /** The columns that a saved row does not have. */
  readonly unsaved: readonly string[];
}

/** How each table is written. */
export const storedTables: { readonly [Table in keyof StoredRows]: StoredTable } = {
  organizations: stored(organizationsTable, ["id"], ["name", "plan", "planOverrides"]),
  projects: stored(
    projectsTable,
    ["id"],
    [
      ...(["name", "isStrictAboutGroups", "finishedAfterDays", "finishedLongevities"] as const),
      ...(["issuePattern", "samplesActors"] as const),
    ],
    ["revision"],
  ),
  users: stored(usersTable, ["id"], ["name", "email"]),
  "organization members": stored(organizationMembersTable, ["organizationId", "userId"], ["role"]),
  "project members": stored(projectMembersTable, ["projectId", "userId"], []),
  environments: stored(environmentsTable, ["id"], null, ["auditsRemovedThrough", "removedHash"]),
  tokens: stored(
    tokensTable,
    ["id"],
    [
      ...(["environmentId", "name", "access", "managesEnvironments", "ownerId"] as const),
      ...(["isPreview", "revokedAt", "expiresAt", "lastUsedAt"] as const),
    ],
  ),
  groups: stored(groupsTable, ["projectId", "name"], []),
  features: stored(featuresTable, ["id"], ["description", "longevity", "tags", "ownerId"]),
  gates: stored(
    gatesTable,
    ["environmentId", "featureId"],
    ["boolean", "expression", "percentageOfActors", "percentageOfTime"],
  ),
  clock: stored(clockMarkTable, ["id"], ["seenAt", "jumpedHours"]),
  passwords: stored(passwordsTable, ["userId"], ["hash", "changedAt"]),
  links: stored(signInLinksTable, ["userId"], ["hash", "createdAt", "expiresAt"]),
  sessions: stored(sessionsTable, ["hash"], ["seenAt"]),
  passkeys: stored(passkeysTable, ["id"], ["name", "counter", "lastUsedAt"]),
  "personal tokens": stored(personalTokensTable, ["hash"], ["lastUsedAt"]),
  replicas: stored(replicasTable, ["id"], ["name"]),
  views: stored(viewsTable, ["id"], ["isShared", "name", "query"]),
  policies: stored(policiesTable, ["environmentId"], ["rules", "turnedOff", "bypasses"]),
  requests: stored(
    requestsTable,
    ["id"],
    [
      ...(["author", "title", "reason", "state", "revision", "base", "policyBase"] as const),
      ...(["commands", "apply", "hash", "votes", "expiresAt"] as const),
      ...(["missedAt", "failure", "endedAt", "endedBy", "firstAudit", "lastAudit"] as const),
    ],
  ),
  rollouts: stored(
    rolloutsTable,
    ["id"],
    [
      ...(["author", "requestId", "start", "state", "step", "epoch", "enteredAt"] as const),
      ...(["nextAt", "remainingMs", "seenMark", "resumedAt", "hold"] as const),
      ...(["beforeGates", "previousGates"] as const),
      ...(["writtenSha256", "endedAt", "endedBy"] as const),
    ],
  ),
  comments: stored(commentsTable, ["id"], ["text", "editedAt"]),
  "retired keys": stored(retiredKeysTable, ["projectId", "key"], ["retiredAt", "actor", "reason"]),
  "retiring projects": stored(retiringProjectsTable, ["projectId"], []),
  "sign-on records": stored(signOnRecordsTable, ["key"], ["body"]),
  webhooks: stored(
    webhooksTable,
    ["id"],
    [
      ...(["name", "url", "eventTypes", "keyPattern", "secrets"] as const),
      ...(["pausedAt", "pauseReason", "groups", "progress"] as const),
    ],
  ),
  events: stored(webhookEventsTable, ["id"], null),
  deliveries: stored(webhookDeliveriesTable, ["webhookId", "sequence"], null),
};

function stored<Name extends string>(
  table: SQLiteTable & Readonly<Record<Name, SQLiteColumn>>,
  key: readonly Name[],
  changing: readonly Name[] | null,
  unsaved: readonly Name[] = [],
): StoredTable {
  return {
    table,
    columns: getTableColumns(table),
    key: key.map((name): SQLiteColumn => table[name]),
    changing,
    unsaved,
  };
}
