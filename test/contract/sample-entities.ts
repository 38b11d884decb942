import { closedGates, type Gates } from "../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../src/core/expressions/expression.ts";
import type { Passkey, Password, Session, SignInLink } from "../../src/core/model/account.ts";
import type { Audit, AuditGroup } from "../../src/core/model/audit.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { Environment } from "../../src/core/model/environment.ts";
import type { Feature } from "../../src/core/model/feature.ts";
import { finishedRuleDefault } from "../../src/core/model/finished-rule.ts";
import type { PersonalToken } from "../../src/core/model/personal-token.ts";
import type { Organization, Project } from "../../src/core/model/project.ts";
import type { RetiredKey } from "../../src/core/model/retired-key.ts";
import type { SavedView } from "../../src/core/model/saved-view.ts";
import type { Token } from "../../src/core/model/token.ts";
import type { User } from "../../src/core/model/user.ts";

/** Texts that faulty code would lose, cut, convert or interpret. */
export const strangeTexts: readonly string[] = [
  "__proto__",
  "constructor",
  "a/b",
  "x/clear",
  "100%,+&=?#;",
  "'; drop table features; --",
  '"\\',
  "🎉👩‍👩‍👧",
  "é",
  "e\u0301",
  "ﬀ",
  "\ufeffbom",
  "tab\tline\nreturn\r\u0001\u007f\u0085",
  "before\u0000after",
  " outer ",
  "\u{10ffff}",
  "\uffff",
  "null",
  "0",
  "1e3",
  "y".repeat(255),
  "🦊".repeat(255),
];

export function organization(id: number, more: Partial<Organization> = {}): Organization {
  return { id, name: `Organization ${id}`, plan: "self_hosted", planOverrides: {}, ...more };
}

export function project(id: number, more: Partial<Project> = {}): Project {
  return {
    id,
    organizationId: 1,
    name: `Project ${id}`,
    isStrictAboutGroups: false,
    issuePattern: null,
    samplesActors: false,
    ...finishedRuleDefault,
    ...more,
  };
}

export function user(id: number, more: Partial<User> = {}): User {
  return { id, name: `User ${id}`, email: `user-${id}@example.com`, createdAt: 1_000, ...more };
}

export function environment(id: number, more: Partial<Environment> = {}): Environment {
  return {
    id,
    projectId: 1,
    slug: `environment-${id}`,
    name: `Environment ${id}`,
    kind: "custom",
    createdAt: 2_000,
    memberId: null,
    creatorTokenId: null,
    ...more,
  };
}

export function token(id: number, more: Partial<Token> = {}): Token {
  return {
    id,
    environmentId: 1,
    name: `Token ${id}`,
    hash: `hash-${id}`,
    access: "read_only",
    managesEnvironments: false,
    ownerId: 1,
    isPreview: false,
    createdAt: 3_000,
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    ...more,
  };
}

export function password(userId: number, more: Partial<Password> = {}): Password {
  return { userId, hash: `$argon2id$${userId}`, changedAt: 6_000, ...more };
}

export function link(userId: number, more: Partial<SignInLink> = {}): SignInLink {
  return { hash: `link-${userId}`, userId, createdAt: 7_000, expiresAt: 2 ** 45, ...more };
}

export function session(name: string, more: Partial<Session> = {}): Session {
  return {
    hash: `session-${name}`,
    id: name,
    userId: 1,
    createdAt: 8_000,
    seenAt: 8_000,
    address: "192.0.2.1",
    userAgent: "Browser/1.0",
    ...more,
  };
}

export function passkey(id: string, more: Partial<Passkey> = {}): Passkey {
  return {
    id,
    userId: 1,
    name: `Passkey ${id}`,
    publicKey: "pQECAyYgASFYIA",
    counter: 0,
    transports: ["internal", "hybrid"],
    createdAt: 9_000,
    lastUsedAt: null,
    ...more,
  };
}

export function personalToken(key: string, more: Partial<PersonalToken> = {}): PersonalToken {
  return {
    hash: `personal-${key}`,
    id: key,
    userId: 1,
    name: `Token ${key}`,
    scope: "write",
    approves: false,
    environmentIds: null,
    createdAt: 9_000,
    expiresAt: 2 ** 45,
    lastUsedAt: null,
    ...more,
  };
}

export function replica(id: number) {
  return { id, name: `Replica ${id}`, hash: `replica-${id}`, createdAt: 11_000 };
}

export function retiredKey(key: string, more: Partial<RetiredKey> = {}): RetiredKey {
  return {
    projectId: 1,
    key,
    retiredAt: 9_500,
    actor: { type: "User", id: "1" },
    reason: null,
    ...more,
  };
}

export function view(id: string, more: Partial<SavedView> = {}): SavedView {
  return {
    id,
    projectId: 1,
    authorId: 1,
    isShared: true,
    name: `View ${id}`,
    query: "state=on&sort=changed",
    createdAt: 9_000,
    ...more,
  };
}

export function feature(id: number, more: Partial<Feature> = {}): Feature {
  return {
    id,
    projectId: 1,
    key: `feature-${id}`,
    createdAt: 4_000,
    creatorId: null,
    description: null,
    longevity: null,
    tags: [],
    ownerId: null,
    ...more,
  };
}

export function audits(values: AuditGroup["values"]): AuditGroup {
  const { value: _, ...shared } = audit();
  return { ...shared, values };
}

export function audit(more: Partial<Audit> = {}): Audit {
  return {
    environmentId: 1,
    actor: { type: "User", id: "1" },
    action: "create",
    featureKey: "feature-1",
    value: null,
    createdAt: 5_000,
    ...more,
  };
}

export const fullGates: Gates = {
  boolean: true,
  expression: parseExpression({ Any: [{ Equal: [{ Property: ["plan"] }, "é🎉"] }, true] }),
  groups: sortedSet(strangeTexts),
  actors: sortedSet(strangeTexts.map((text) => `User;${text}`)),
  percentageOfActors: 100,
  percentageOfTime: 1,
};

/**
 * Two projects with Production, a second environment of the first, and one entity of every other
 * kind.
 */
export const foundation: readonly Change[] = [
  { kind: "organization.saved", organization: organization(1) },
  { kind: "project.saved", project: project(1) },
  { kind: "project.saved", project: project(2) },
  { kind: "user.saved", user: user(1) },
  { kind: "environment.created", environment: environment(1, { kind: "production" }) },
  { kind: "environment.created", environment: environment(2) },
  {
    kind: "environment.created",
    environment: environment(3, { projectId: 2, kind: "production" }),
  },
  { kind: "token.saved", token: token(1) },
  { kind: "feature.saved", feature: feature(1) },
  written(1, null, closedGates),
];

/** The change that writes the gates of feature 1 in an environment. */
export function written(environmentId: number, before: Gates | null, after: Gates): Change {
  return { kind: "gates.written", environmentId, feature: feature(1), before, after };
}
