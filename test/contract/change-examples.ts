import type { Change } from "../../src/core/model/change.ts";
import { accountExamples } from "./account-examples.ts";
import { featureExamples } from "./feature-change-examples.ts";
import { governanceExamples } from "./governance-examples.ts";
import { recordExamples } from "./record-examples.ts";
import { retiredExamples } from "./retired-examples.ts";
import * as noun from "./sample-entities.ts";
import { signOnExamples } from "./sign-on-examples.ts";
import { viewExamples } from "./view-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";

type Rows = Readonly<Record<Change["kind"], Readonly<Record<string, readonly Change[]>>>>;

const { fullGates, written } = noun;

/** Changes that can be committed after the foundation, by kind and name of the case. */
export const changeExamples: Rows = {
  ...accountExamples,
  ...featureExamples,
  ...recordExamples,
  ...retiredExamples,
  ...viewExamples,
  ...governanceExamples,
  ...signOnExamples,
  ...webhookExamples,
  "replica.saved": {
    one: [{ kind: "replica.saved", replica: noun.replica(3) }],
    "with another name": [
      { kind: "replica.saved", replica: noun.replica(3) },
      { kind: "replica.saved", replica: { ...noun.replica(3), name: "__proto__" } },
    ],
  },
  "replica.removed": {
    "one of two": [
      { kind: "replica.saved", replica: noun.replica(3) },
      { kind: "replica.saved", replica: noun.replica(4) },
      { kind: "replica.removed", replicaId: 4 },
    ],
    unknown: [{ kind: "replica.removed", replicaId: 9 }],
  },
  "organization.saved": {
    another: [
      { kind: "organization.saved", organization: noun.organization(7, { name: "__proto__" }) },
    ],
    "again, with limits other than the plan's": [
      {
        kind: "organization.saved",
        organization: noun.organization(1, {
          plan: "free",
          planOverrides: { auditEventsMax: null, customEnvironmentsMax: 0 },
        }),
      },
    ],
  },
  "project.saved": {
    another: [{ kind: "project.saved", project: noun.project(9) }],
    "again, strict, with the same revision": [
      { kind: "revision.advanced", projectId: 1, revision: 77 },
      {
        kind: "project.saved",
        project: noun.project(1, { name: "é", isStrictAboutGroups: true }),
      },
    ],
    "again, with the address of issues, and without it": [
      {
        kind: "project.saved",
        project: noun.project(1, { issuePattern: "https://issues.example.com/{issue}" }),
      },
      {
        kind: "project.saved",
        project: noun.project(2, { issuePattern: "https://example.com/?é={issue}" }),
      },
      { kind: "project.saved", project: noun.project(2) },
    ],
    "again, with a sample of actors, and without it": [
      { kind: "project.saved", project: noun.project(1, { samplesActors: true }) },
      { kind: "project.saved", project: noun.project(2, { samplesActors: true }) },
      { kind: "project.saved", project: noun.project(2) },
    ],
    "again, with another rule of finished features": [
      {
        kind: "project.saved",
        project: noun.project(1, {
          finishedAfterDays: 3_650,
          finishedLongevities: ["temporary", "permanent", "unset"],
        }),
      },
      { kind: "project.saved", project: noun.project(2, { finishedLongevities: [] }) },
    ],
  },
  "user.saved": {
    another: [{ kind: "user.saved", user: noun.user(5, { name: "" }) }],
    "again, renamed": [
      { kind: "user.saved", user: noun.user(1, { name: "New", email: "new@example.com" }) },
    ],
  },
  "organization.member_saved": {
    "twice, with another role": [
      { kind: "organization.member_saved", organizationId: 1, userId: 1, role: "owner" },
      { kind: "organization.member_saved", organizationId: 1, userId: 1, role: "viewer" },
    ],
    "of two users": [
      { kind: "user.saved", user: noun.user(2) },
      { kind: "organization.member_saved", organizationId: 1, userId: 1, role: "admin" },
      { kind: "organization.member_saved", organizationId: 1, userId: 2, role: "member" },
    ],
  },
  "organization.member_removed": {
    "of a member": [
      { kind: "organization.member_saved", organizationId: 1, userId: 1, role: "owner" },
      { kind: "organization.member_removed", organizationId: 1, userId: 1 },
    ],
    "of a user who is not a member": [
      { kind: "organization.member_removed", organizationId: 1, userId: 1 },
    ],
  },
  "project.member_added": {
    "of two projects": [
      { kind: "project.member_added", projectId: 1, userId: 1 },
      { kind: "project.member_added", projectId: 2, userId: 1 },
    ],
  },
  "project.member_removed": {
    "of one of two projects": [
      { kind: "project.member_added", projectId: 1, userId: 1 },
      { kind: "project.member_added", projectId: 2, userId: 1 },
      { kind: "project.member_removed", projectId: 1, userId: 1 },
    ],
  },
  "environment.created": {
    "of a member and a token": [
      {
        kind: "environment.created",
        environment: noun.environment(40, {
          kind: "personal",
          memberId: 1,
          creatorTokenId: 123_456,
        }),
      },
    ],
    "with a slug of another project": [
      {
        kind: "environment.created",
        environment: noun.environment(41, { projectId: 2, slug: "environment-2" }),
      },
    ],
  },
  "environment.deleted": {
    "with its tokens and gates": [
      { kind: "token.saved", token: noun.token(2, { environmentId: 2 }) },
      written(2, null, fullGates),
      { kind: "environment.deleted", environmentId: 2 },
    ],
    "that does not exist": [{ kind: "environment.deleted", environmentId: 999 }],
    "with preview tokens, of which the usable ones are remembered": [
      {
        kind: "token.saved",
        token: noun.token(7, { environmentId: 2, isPreview: true, revokedAt: 9_000 }),
      },
      { kind: "token.saved", token: noun.token(6, { environmentId: 2, isPreview: true }) },
      { kind: "token.saved", token: noun.token(5, { environmentId: 2, isPreview: true }) },
      { kind: "token.saved", token: noun.token(4, { environmentId: 2 }) },
      { kind: "environment.deleted", environmentId: 2 },
    ],
  },
  "token.saved": {
    another: [
      {
        kind: "token.saved",
        token: noun.token(8, {
          access: "read_and_write",
          managesEnvironments: true,
          isPreview: true,
          createdAt: 2 ** 52,
        }),
      },
    ],
    "again, with an end": [
      { kind: "token.saved", token: noun.token(1, { access: "evaluate", expiresAt: 2 ** 52 }) },
    ],
    "again, revoked": [
      { kind: "token.saved", token: noun.token(1, { name: "Old", revokedAt: 9_000 }) },
    ],
  },
  "tokens.used": {
    "one of two, and one that does not exist": [
      { kind: "token.saved", token: noun.token(2) },
      { kind: "tokens.used", hashes: ["hash-2", "hash-999"], usedAt: 2 ** 45 },
    ],
    "and saved again": [
      { kind: "tokens.used", hashes: ["hash-1"], usedAt: 5_000 },
      { kind: "token.saved", token: noun.token(1, { name: "Old", lastUsedAt: 5_000 }) },
    ],
  },
  "group.added": {
    "with the same name in two projects, one twice": [
      { kind: "group.added", projectId: 1, name: "admins" },
      { kind: "group.added", projectId: 2, name: "admins" },
      { kind: "group.added", projectId: 1, name: "admins" },
    ],
    "with every name": noun.strangeTexts.map((name) => ({
      kind: "group.added",
      projectId: 1,
      name,
    })),
  },
  "group.removed": {
    "from one of two projects": [
      { kind: "group.added", projectId: 1, name: "admins" },
      { kind: "group.added", projectId: 2, name: "admins" },
      { kind: "group.removed", projectId: 1, name: "admins" },
    ],
    "that does not exist": [{ kind: "group.removed", projectId: 1, name: "admins" }],
  },
  "audit.recorded": {
    "without a change of the state": [{ kind: "audit.recorded", audit: noun.audit() }],
  },
  "audits.recorded": {
    "of several values, of none, and of more than are written at once": [
      { kind: "audits.recorded", audits: noun.audits(["a", null, "b"]) },
      { kind: "audits.recorded", audits: noun.audits([]) },
      {
        kind: "audits.recorded",
        audits: noun.audits(Array.from({ length: 600 }, (_, index) => `User;${index}`)),
      },
    ],
  },
  "audits.removed": {
    "some, all, and those of an environment without audits": [
      { kind: "audit.recorded", audit: noun.audit() },
      { kind: "audit.recorded", audit: noun.audit() },
      { kind: "audits.removed", environmentId: 1, through: 1 },
      { kind: "audits.removed", environmentId: 1, through: 2 },
      { kind: "audits.removed", environmentId: 2, through: 0 },
    ],
  },
  "clock.marked": {
    twice: [
      { kind: "clock.marked", mark: { seenAt: 2 ** 41, jumpedHours: 0 } },
      { kind: "clock.marked", mark: { seenAt: 2 ** 41 + 1, jumpedHours: 3 } },
    ],
  },
  "revision.advanced": {
    "of one of two projects, to a high number": [
      { kind: "revision.advanced", projectId: 1, revision: Number.MAX_SAFE_INTEGER },
    ],
  },
};
