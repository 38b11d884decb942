import { Map as ImmutableMap, type Set as ImmutableSet } from "immutable";
import type { Toggle } from "../toggles/toggle.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { Organization, Project } from "./project.ts";
import type { Token } from "./token.ts";
import type { User } from "./user.ts";

/**
 * All that the process knows but audits and telemetry, as one immutable value: a command works on
 * the next state while readers hold the present one, and a commit swaps the two.
 */
export interface State {
  readonly organizations: ImmutableMap<number, Organization>;
  readonly projects: ImmutableMap<number, Project>;
  readonly users: ImmutableMap<number, User>;
  readonly organizationMembers: ImmutableMap<number, ImmutableSet<number>>;
  readonly projectMembers: ImmutableMap<number, ImmutableSet<number>>;
  readonly environments: ImmutableMap<number, Environment>;
  /** The Production environment of each project. */
  readonly productions: ImmutableMap<number, Environment>;
  /** By the hash of their value. */
  readonly tokens: ImmutableMap<string, Token>;
  /** Registered group names, by project. */
  readonly groups: ImmutableMap<number, ImmutableSet<string>>;
  /** By project, then key. */
  readonly features: ImmutableMap<number, ImmutableMap<string, Feature>>;
  /**
   * By environment, then key. Production has one for every feature of its project; another
   * environment only those that were written in it (DESIGN.md section 3, mirroring).
   */
  readonly toggles: ImmutableMap<number, ImmutableMap<string, Toggle>>;
  /** By project: time-based and rising with every committed change (DESIGN.md section 3). */
  readonly revisions: ImmutableMap<number, number>;
  readonly lastIds: Readonly<Record<EntityKind, number>>;
}

/** The nouns whose ids are handed out here and never again (DESIGN.md section 3). */
export type EntityKind = "organization" | "project" | "user" | "environment" | "token" | "feature";

export const emptyState: State = Object.freeze({
  organizations: ImmutableMap<number, Organization>(),
  projects: ImmutableMap<number, Project>(),
  users: ImmutableMap<number, User>(),
  organizationMembers: ImmutableMap<number, ImmutableSet<number>>(),
  projectMembers: ImmutableMap<number, ImmutableSet<number>>(),
  environments: ImmutableMap<number, Environment>(),
  productions: ImmutableMap<number, Environment>(),
  tokens: ImmutableMap<string, Token>(),
  groups: ImmutableMap<number, ImmutableSet<string>>(),
  features: ImmutableMap<number, ImmutableMap<string, Feature>>(),
  toggles: ImmutableMap<number, ImmutableMap<string, Toggle>>(),
  revisions: ImmutableMap<number, number>(),
  lastIds: Object.freeze({
    organization: 0,
    project: 0,
    user: 0,
    environment: 0,
    token: 0,
    feature: 0,
  }),
});
