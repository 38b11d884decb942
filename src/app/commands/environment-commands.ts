import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment, EnvironmentKind } from "../../core/model/environment.ts";
import { limitsOf } from "../../core/model/plan.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import { freeSlug } from "./environment-name.ts";
import { removeRolesIn } from "./environment-role-commands.ts";

export interface NewEnvironment {
  readonly projectId: number;
  readonly name: string;
  /** The slug of the name; if it is in use, the environment gets the next free one. */
  readonly slug: string;
  readonly kind: EnvironmentKind;
  readonly memberId?: number;
  /** The token that creates the environment; null on the command line. */
  readonly creatorTokenId: number | null;
}

/**
 * Throws `custom_environments_limit` if the plan allows no further custom environment. The caller
 * has checked the name.
 */
export function createEnvironment(draft: Draft, values: NewEnvironment): Environment {
  if (values.kind === "custom") {
    requireRoomForCustomEnvironment(draft.state, values.projectId);
  }
  const environment: Environment = {
    ...values,
    slug: freeSlug(draft.state, values.projectId, values.slug),
    id: draft.nextId("environment"),
    createdAt: draft.now,
    memberId: values.memberId ?? null,
  };
  draft.record({ kind: "environment.created", environment });
  return environment;
}

/** Deletes an environment with its tokens, gates and audits (docs/api.md#environments). */
export function deleteEnvironment(draft: Draft, environment: Environment): void {
  if (environment.kind === "production") {
    throw new Error("The Production environment cannot be deleted");
  }
  removeRolesIn(draft, environment.id);
  draft.record({ kind: "environment.deleted", environmentId: environment.id });
}

/** Counts the environments of all projects, as the plan is the organization's. */
function requireRoomForCustomEnvironment(state: State, projectId: number): void {
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
