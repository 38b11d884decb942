import { closedGates } from "../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../src/core/expressions/expression.ts";
import type { Change } from "../../src/core/model/change.ts";
import {
  audit,
  environment,
  feature,
  link,
  organization,
  passkey,
  password,
  project,
  session,
  token,
  user,
} from "../contract/sample-entities.ts";
import { foundationAudits } from "./audit-data.ts";
import { laterData } from "./later-data.ts";
import { withMemberLists } from "./member-list-data.ts";
import type { OldData } from "./old-data.ts";
import { replicaData } from "./replica-data.ts";
import { webhookDataChanges, webhookStatements } from "./webhook-data.ts";

const organizationRows = [
  `INSERT INTO organizations VALUES (1, 'Organization 1', 'team', '{"tokensPerEnvironmentMax":3}')`,
  "INSERT INTO projects VALUES (1, 1, 'Project 1', 1, 1700000000000000), (2, 1, 'Project 2', 0, 0)",
  "INSERT INTO users VALUES (1, 'User 1', 'user-1@example.com', 1000)",
  "INSERT INTO organization_members VALUES (1, 1)",
  "INSERT INTO project_members VALUES (1, 1)",
];

const foundationPlaces = [
  `INSERT INTO environments VALUES
    (1, 1, 'production', 'Production', 'production', 2000, NULL, NULL),
    (2, 1, 'mine', 'Mine', 'personal', 2000, 1, NULL),
    (5, 1, 'é', 'É', 'other', 2000, NULL, 1)`,
  `INSERT INTO tokens VALUES
    (1, 1, 'Token 1', 'hash-1', 'read_and_write', 1, 1, 0, 3000, NULL),
    (9, 5, 'Token 9', 'hash-9', 'read_only', 0, 1, 1, 3000, 4000)`,
];

const featureRows = [
  "INSERT INTO groups VALUES (1, 'admins')",
  `INSERT INTO features VALUES
    (1, 1, 'a/b 🎉', 4000, 1, 'why', 'temporary', '["x","y"]', 1),
    (7, 1, '__proto__', 4000, NULL, NULL, NULL, '[]', NULL)`,
  `INSERT INTO gates VALUES
    (1, 1, 1, '{"Any":[{"Equal":[{"Property":["plan"]},"pro"]}]}', 25, 5),
    (1, 7, 0, NULL, 0, 0),
    (5, 7, 0, NULL, 100, 0)`,
  `INSERT INTO gate_members VALUES
    (1, 1, 'actors', 'User;1'), (1, 1, 'actors', 'User;2'), (1, 1, 'groups', 'admins')`,
  // The ids of deleted rows are recorded, so that they are not used again.
  "UPDATE sqlite_sequence SET seq = 50 WHERE name = 'environments'",
];

const foundationStatements = [
  ...organizationRows,
  ...foundationPlaces,
  ...featureRows,
  `INSERT INTO audits VALUES
    (1, 1, 5000, 'create', 'User', '1', 'a/b 🎉', NULL),
    (1, 2, 6000, 'enable_actor', 'Token', '1', 'gone', 'User;1')`,
];

const auditBlocksAudits = [
  `INSERT INTO audits VALUES
    (1, 1, 5000, 'create', 'User', '1', 'a/b 🎉', NULL, 0),
    (1, 2, 6000, 'enable_actor', 'Token', '1', 'gone', 'User;1', 0)`,
];

const auditBlocksStatements = [
  ...organizationRows,
  ...foundationPlaces,
  ...featureRows,
  ...auditBlocksAudits,
];

const expiryStatements = [
  ...organizationRows,
  `INSERT INTO environments VALUES
    (1, 1, 'production', 'Production', 'production', 2000, NULL, NULL, 0),
    (2, 1, 'mine', 'Mine', 'personal', 2000, 1, NULL, 7),
    (5, 1, 'é', 'É', 'other', 2000, NULL, 1, 0)`,
  `INSERT INTO tokens VALUES
    (1, 1, 'Token 1', 'hash-1', 'read_and_write', 1, 1, 0, 3000, NULL, NULL),
    (9, 5, 'Token 9', 'hash-9', 'evaluate', 0, 1, 0, 3000, 4000, 9007199254740991)`,
  "INSERT INTO ended_preview_tokens VALUES (3, 'hash-8', 50)",
  "INSERT INTO clock_mark VALUES (1, 1700000000000, 5)",
  ...featureRows,
  ...auditBlocksAudits,
];

const newestCommitStatements = [
  ...expiryStatements,
  "INSERT INTO newest_commit VALUES (1, 77, '01234567-89ab-4cde-8f01-23456789abcd', 3)",
];

const accountStatements = [
  `INSERT INTO organizations VALUES (1, 'Organization 1', 'team', '{"tokensPerEnvironmentMax":3}')`,
  `INSERT INTO projects VALUES
    (1, 1, 'Project 1', 1, 1700000000000000, 30, '["temporary"]'),
    (2, 1, 'Project 2', 0, 0, 7, '["permanent","unset"]')`,
  "INSERT INTO users VALUES (1, 'User 1', 'user-1@example.com', 1000), (2, 'User 2', 'user-2@example.com', 1000)",
  "INSERT INTO organization_members VALUES (1, 1, 'owner'), (1, 2, 'viewer')",
  "INSERT INTO project_members VALUES (1, 1)",
  "INSERT INTO passwords VALUES (1, '$argon2id$1', 6000)",
  "INSERT INTO sign_in_links VALUES (2, 'link-2', 7000, 35184372088832)",
  "INSERT INTO sessions VALUES ('session-a', 'a', 1, 8000, 9000, '192.0.2.1', 'Browser/1.0')",
  `INSERT INTO passkeys VALUES
    ('p', 1, 'Passkey p', 'pQECAyYgASFYIA', 7, '["internal","hybrid"]', 9000, 9500)`,
  `INSERT INTO environments VALUES
    (1, 1, 'production', 'Production', 'production', 2000, NULL, NULL, 0),
    (2, 1, 'mine', 'Mine', 'personal', 2000, 1, NULL, 7),
    (5, 1, 'é', 'É', 'other', 2000, NULL, 1, 0)`,
  `INSERT INTO tokens VALUES
    (1, 1, 'Token 1', 'hash-1', 'read_and_write', 1, 1, 0, 3000, NULL, NULL, 3500),
    (9, 5, 'Token 9', 'hash-9', 'evaluate', 0, 1, 0, 3000, 4000, 9007199254740991, NULL)`,
  "INSERT INTO ended_preview_tokens VALUES (3, 'hash-8', 50)",
  "INSERT INTO clock_mark VALUES (1, 1700000000000, 5)",
  ...featureRows,
  ...auditBlocksAudits,
  "INSERT INTO newest_commit VALUES (1, 77, '01234567-89ab-4cde-8f01-23456789abcd', 3)",
];

const undoStatements = [
  ...accountStatements.filter((statement) => !auditBlocksAudits.includes(statement)),
  `INSERT INTO audits VALUES
    (1, 1, 5000, 'create', 'User', '1', 'a/b 🎉', NULL, 0, 1, NULL, NULL, 'created'),
    (1, 2, 6000, 'enable_actor', 'Token', '1', 'gone', 'User;1', 0, 6, 1, NULL, NULL)`,
  "INSERT INTO large_differences VALUES (1, 2, x'ab562a4b2d2a4e55b2522a4b2d2a4e5502002b5d0456')",
];

const memberListsStatements = withMemberLists(undoStatements);

const party = feature(1, {
  key: "a/b 🎉",
  creatorId: 1,
  description: "why",
  longevity: "temporary",
  tags: ["x", "y"],
  ownerId: 1,
});
const proto = feature(7, { key: "__proto__" });

const organizationChanges: readonly Change[] = [
  {
    kind: "organization.saved",
    organization: organization(1, { plan: "team", planOverrides: { tokensPerEnvironmentMax: 3 } }),
  },
  { kind: "project.saved", project: project(1, { isStrictAboutGroups: true }) },
  { kind: "project.saved", project: project(2) },
  { kind: "user.saved", user: user(1) },
  // The first member of older data becomes the owner.
  { kind: "organization.member_saved", organizationId: 1, userId: 1, role: "owner" },
  { kind: "project.member_added", projectId: 1, userId: 1 },
  ...[
    environment(1, { slug: "production", name: "Production", kind: "production" }),
    environment(2, { slug: "mine", name: "Mine", kind: "personal", memberId: 1 }),
    environment(5, { slug: "é", name: "É", creatorTokenId: 1 }),
    environment(50),
  ].map((each): Change => ({ kind: "environment.created", environment: each })),
  {
    kind: "token.saved",
    token: token(1, { access: "read_and_write", managesEnvironments: true }),
  },
];

const featureChanges: readonly Change[] = [
  { kind: "group.added", projectId: 1, name: "admins" },
  { kind: "feature.saved", feature: party },
  { kind: "feature.saved", feature: proto },
  {
    kind: "gates.written",
    environmentId: 1,
    feature: party,
    before: null,
    after: {
      boolean: true,
      expression: parseExpression({ Any: [{ Equal: [{ Property: ["plan"] }, "pro"] }] }),
      groups: sortedSet(["admins"]),
      actors: sortedSet(["User;1", "User;2"]),
      percentageOfActors: 25,
      percentageOfTime: 5,
    },
  },
  { kind: "gates.written", environmentId: 1, feature: proto, before: null, after: closedGates },
  {
    kind: "gates.written",
    environmentId: 5,
    feature: proto,
    before: null,
    after: { ...closedGates, percentageOfActors: 100 },
  },
  { kind: "revision.advanced", projectId: 1, revision: 1_700_000_000_000_000 },
];

/** Of the audits, the state has the newest sequences. */
const auditChanges: readonly Change[] = [1, 2].map(() => ({
  kind: "audit.recorded",
  audit: audit(),
}));

const foundationChanges: readonly Change[] = [
  ...organizationChanges,
  ...auditChanges,
  { kind: "environment.deleted", environmentId: 50 },
  {
    kind: "token.saved",
    token: token(9, { environmentId: 5, isPreview: true, revokedAt: 4_000 }),
  },
  ...featureChanges,
];

const expiryChanges: readonly Change[] = [
  ...organizationChanges,
  ...auditChanges,
  { kind: "audits.removed", environmentId: 2, through: 7 },
  { kind: "token.saved", token: token(8, { environmentId: 50, isPreview: true }) },
  { kind: "environment.deleted", environmentId: 50 },
  {
    kind: "token.saved",
    token: token(9, {
      environmentId: 5,
      access: "evaluate",
      revokedAt: 4_000,
      expiresAt: Number.MAX_SAFE_INTEGER,
    }),
  },
  { kind: "clock.marked", mark: { seenAt: 1_700_000_000_000, jumpedHours: 5 } },
  ...featureChanges,
];

const accountChanges: readonly Change[] = [
  ...expiryChanges,
  {
    kind: "project.saved",
    project: project(2, { finishedAfterDays: 7, finishedLongevities: ["permanent", "unset"] }),
  },
  { kind: "user.saved", user: user(2) },
  { kind: "organization.member_saved", organizationId: 1, userId: 2, role: "viewer" },
  { kind: "tokens.used", hashes: ["hash-1"], usedAt: 3_500 },
  { kind: "password.saved", password: password(1) },
  { kind: "sign_in_link.saved", link: link(2) },
  { kind: "session.saved", session: session("a", { seenAt: 9_000 }) },
  { kind: "passkey.saved", passkey: passkey("p", { counter: 7, lastUsedAt: 9_500 }) },
];

const uncommitted = { audits: foundationAudits, position: 0 };
const committed = { audits: foundationAudits, position: 77 };
const replicasData: OldData = {
  ...replicaData(memberListsStatements, [...accountChanges, ...webhookDataChanges]),
  ...committed,
};

/**
 * By the tag of the last applied migration. For a new migration, add the rows that its release
 * writes, and update the expected states of the older data. Never change the statements or texts of
 * an earlier tag, because they stand for released data.
 */
export const oldData: Readonly<Record<string, OldData>> = {
  "0000_foundation": {
    statements: foundationStatements,
    changes: foundationChanges,
    ...uncommitted,
  },
  "0001_audit_blocks": {
    statements: auditBlocksStatements,
    changes: foundationChanges,
    ...uncommitted,
  },
  "0002_expiry_and_retention": {
    statements: expiryStatements,
    changes: expiryChanges,
    ...uncommitted,
  },
  "0003_newest_commit": {
    statements: newestCommitStatements,
    changes: expiryChanges,
    ...committed,
  },
  "0004_accounts": { statements: accountStatements, changes: accountChanges, ...committed },
  "0005_undo": { statements: undoStatements, changes: accountChanges, ...committed },
  "0006_webhooks": {
    statements: [...undoStatements, ...webhookStatements],
    changes: [...accountChanges, ...webhookDataChanges],
    ...committed,
  },
  "0007_member_lists": {
    statements: memberListsStatements,
    changes: [...accountChanges, ...webhookDataChanges],
    ...committed,
  },
  "0008_replicas": replicasData,
  ...laterData(replicasData),
};
