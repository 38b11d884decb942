import { Map as ImmutableMap, Set as ImmutableSet, OrderedMap } from "immutable";
import type { Toggle } from "../evaluation/toggle.ts";
import type { Passkey, Password, Session, SignInLink } from "./account.ts";
import type { Policy } from "./approval-policy.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { ClockMark } from "./clock-mark.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { PersonalToken } from "./personal-token.ts";
import type { Organization, Project } from "./project.ts";
import type { Replica } from "./replica.ts";
import type { RetiredKey } from "./retired-key.ts";
import type { Role } from "./role.ts";
import type { Rollout } from "./rollout.ts";
import type { SavedView } from "./saved-view.ts";
import type { SignOnRecord } from "./sign-on.ts";
import type { SignOnRecords } from "./sign-on-records.ts";
import { noStoredBytes, type StoredBytes } from "./stored-bytes.ts";
import type { Token } from "./token.ts";
import type { User } from "./user.ts";
import type { Webhook } from "./webhook.ts";

/**
 * All data except audits and telemetry, as one immutable value. A command works on the next state
 * while readers use the current one; a commit replaces the current one.
 */
export interface State {
  readonly organizations: ImmutableMap<number, Organization>;
  readonly projects: ImmutableMap<number, Project>;
  readonly users: ImmutableMap<number, User>;
  /** The role of each member, by organization, then user. */
  readonly organizationMembers: ImmutableMap<number, ImmutableMap<number, Role>>;
  readonly projectMembers: ImmutableMap<number, ImmutableSet<number>>;
  readonly environments: ImmutableMap<number, Environment>;
  /** The Production environment of each project. */
  readonly productions: ImmutableMap<number, Environment>;
  /** By the hash of the token's value. */
  readonly tokens: ImmutableMap<string, Token>;
  /** Registered group names, by project. */
  readonly groups: ImmutableMap<number, ImmutableSet<string>>;
  /** By project, then key. */
  readonly features: ImmutableMap<number, ImmutableMap<string, Feature>>;
  /**
   * By environment, then key. Production has a toggle for every feature of its project. Another
   * environment has toggles only for features with own gates there (docs/decisions.md#mirroring).
   */
  readonly toggles: ImmutableMap<number, ImmutableMap<string, Toggle>>;
  /** The sums of the bytes of `toggles`. */
  readonly storedBytes: StoredBytes;
  /**
   * The environment of each preview token that was deleted with it, by the hash of the token's
   * value, oldest first (docs/decisions.md#environments).
   */
  readonly endedPreviewTokens: OrderedMap<string, number>;
  /** By user. */
  readonly passwords: ImmutableMap<number, Password>;
  /** By the hash of the code; one at most for each user. */
  readonly signInLinks: ImmutableMap<string, SignInLink>;
  /** By the hash of the cookie's value. */
  readonly sessions: ImmutableMap<string, Session>;
  /** By the credential id. */
  readonly passkeys: ImmutableMap<string, Passkey>;
  /** By the hash of the token's value. */
  readonly personalTokens: ImmutableMap<string, PersonalToken>;
  readonly webhooks: ImmutableMap<number, Webhook>;
  readonly views: ImmutableMap<string, SavedView>;
  /** By environment. */
  readonly policies: ImmutableMap<number, Policy>;
  /** The open requests. */
  readonly requests: ImmutableMap<number, ChangeRequest>;
  /** The active rollouts. */
  readonly rollouts: ImmutableMap<number, Rollout>;
  /** By project, then by key; without projects that have none. */
  readonly retiredKeys: ImmutableMap<number, ImmutableMap<string, RetiredKey>>;
  /** The projects whose deletions over the Flipper API retire the key. */
  readonly retiringProjects: ImmutableSet<number>;
  readonly signOn: SignOnRecords;
  /** By the hash of the token's value. */
  readonly replicas: ImmutableMap<string, Replica>;
  /** The sequence of the latest audit of each environment that had one, also if it was removed. */
  readonly auditSequences: ImmutableMap<number, number>;
  /** By project; rises with every committed change of a feature (docs/decisions.md#revisions). */
  readonly revisions: ImmutableMap<number, number>;
  /** Null in data of a version that had none. */
  readonly clockMark: ClockMark | null;
  readonly lastIds: Readonly<Record<EntityKind, number>>;
}

/** The kinds of entities whose ids are never used twice (docs/decisions.md#identifiers). */
export type EntityKind =
  | "organization"
  | "project"
  | "user"
  | "environment"
  | "token"
  | "feature"
  | "webhook"
  | "webhookEvent"
  | "replica"
  | "request"
  | "rollout"
  | "comment";

export const emptyState: State = Object.freeze({
  organizations: ImmutableMap<number, Organization>(),
  projects: ImmutableMap<number, Project>(),
  users: ImmutableMap<number, User>(),
  organizationMembers: ImmutableMap<number, ImmutableMap<number, Role>>(),
  projectMembers: ImmutableMap<number, ImmutableSet<number>>(),
  environments: ImmutableMap<number, Environment>(),
  productions: ImmutableMap<number, Environment>(),
  tokens: ImmutableMap<string, Token>(),
  groups: ImmutableMap<number, ImmutableSet<string>>(),
  features: ImmutableMap<number, ImmutableMap<string, Feature>>(),
  toggles: ImmutableMap<number, ImmutableMap<string, Toggle>>(),
  storedBytes: noStoredBytes,
  endedPreviewTokens: OrderedMap<string, number>(),
  passwords: ImmutableMap<number, Password>(),
  signInLinks: ImmutableMap<string, SignInLink>(),
  sessions: ImmutableMap<string, Session>(),
  passkeys: ImmutableMap<string, Passkey>(),
  personalTokens: ImmutableMap<string, PersonalToken>(),
  webhooks: ImmutableMap<number, Webhook>(),
  views: ImmutableMap<string, SavedView>(),
  policies: ImmutableMap<number, Policy>(),
  requests: ImmutableMap<number, ChangeRequest>(),
  rollouts: ImmutableMap<number, Rollout>(),
  retiredKeys: ImmutableMap<number, ImmutableMap<string, RetiredKey>>(),
  retiringProjects: ImmutableSet<number>(),
  signOn: ImmutableMap<string, SignOnRecord>(),
  replicas: ImmutableMap<string, Replica>(),
  auditSequences: ImmutableMap<number, number>(),
  revisions: ImmutableMap<number, number>(),
  clockMark: null,
  lastIds: Object.freeze({
    organization: 0,
    project: 0,
    user: 0,
    environment: 0,
    token: 0,
    feature: 0,
    webhook: 0,
    webhookEvent: 0,
    replica: 0,
    request: 0,
    rollout: 0,
    comment: 0,
  }),
});
