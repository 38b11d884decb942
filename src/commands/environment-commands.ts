import { GatehouseError } from "../errors.ts";
import type { Draft } from "../model/draft.ts";
import type { Environment, EnvironmentKind } from "../model/environment.ts";
import { limitsOf } from "../model/plan.ts";
import { organizationOf } from "../model/project-organization.ts";
import type { State } from "../model/state.ts";

export interface NewEnvironment {
  readonly projectId: number;
  readonly name: string;
  readonly slug: string;
  readonly kind: EnvironmentKind;
  readonly memberId?: number;
  /** The token that makes it; null for the shell. */
  readonly creatorTokenId: number | null;
}

/**
 * Makes an environment. Throws `environment_name_taken` if the project has that slug, and
 * `custom_environments_limit` if it is one custom environment too many.
 */
export function createEnvironment(draft: Draft, described: NewEnvironment): Environment {
  if (environmentOfSlug(draft.state, described.projectId, described.slug) !== undefined) {
    throw new GatehouseError("environment_name_taken");
  }
  if (described.kind === "custom") {
    refuseOverLimit(draft.state, described.projectId);
  }
  const environment: Environment = {
    ...described,
    id: draft.nextId("environment"),
    createdAt: draft.now,
    memberId: described.memberId ?? null,
  };
  draft.record({ kind: "environment.created", environment });
  return environment;
}

/** Deletes an environment with its tokens, gates and audits (SPEC.md 4.4). */
export function deleteEnvironment(draft: Draft, environment: Environment): void {
  if (environment.kind === "production") {
    throw new Error("Production is never deleted");
  }
  draft.record({ kind: "environment.deleted", environmentId: environment.id });
}

export function environmentOfSlug(
  state: State,
  projectId: number,
  slug: string,
): Environment | undefined {
  return state.environments.find(
    (environment) => environment.projectId === projectId && environment.slug === slug,
  );
}

/** The plan is the organization's, so all its projects count together. */
function refuseOverLimit(state: State, projectId: number): void {
  const { id, plan, planOverrides } = organizationOf(state, projectId);
  const custom = state.environments.count(
    (environment) =>
      environment.kind === "custom" &&
      state.projects.get(environment.projectId)?.organizationId === id,
  );
  if (custom >= limitsOf(plan, planOverrides).customEnvironmentsMax) {
    throw new GatehouseError("custom_environments_limit");
  }
}
