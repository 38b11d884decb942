import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import { memoizePerObject } from "../../core/memo/memoize-per-object.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { limitsOf, type PlanLimits } from "../../core/model/plan.ts";
import type { Organization } from "../../core/model/project.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";

/** Names as on the command line: `gatehouse limits set --production-bytes`. */
type QuotaName =
  | "production_bytes"
  | "environment_bytes"
  | "project_bytes"
  | "features_per_project"
  | "actors_per_gate";

/**
 * Does work that changes features or gates, and throws `quota_exceeded` if it adds to an exceeded
 * quota of the project (docs/decisions.md#quotas). Content already above a quota stays, and may
 * shrink. `environment` is the one whose gates the work writes; a feature that it creates adds to
 * Production too.
 */
export function withinQuotas<Answer>(
  draft: Draft,
  environment: Environment,
  work: () => Answer,
): Answer {
  const before = draft.state;
  const answer = work();
  refuseAboveQuotas(before, draft.state, environment);
  return answer;
}

/** As `withinQuotas`, for work in steps. */
export function* withinQuotasInSteps<Answer>(
  draft: Draft,
  environment: Environment,
  work: Generator<void, Answer>,
): Generator<void, Answer> {
  const before = draft.state;
  const answer = yield* work;
  refuseAboveQuotas(before, yield* draft.applyInSteps(), environment);
  return answer;
}

/** Throws `quota_exceeded`, as `withinQuotas` does. */
export function refuseAboveQuotas(before: State, after: State, environment: Environment): void {
  if (after.storedBytes !== before.storedBytes || after.features !== before.features) {
    const { projectId } = environment;
    const production = productionOf(after, projectId);
    refuseTooManyFeatures(before, projectId, featureCount(after, projectId));
    refuseTooManyBytes(before, production, bytesOf(after, production));
    if (environment.id !== production.id) {
      refuseTooManyBytes(before, environment, bytesOf(after, environment));
    }
    const { projectBytesMax } = projectLimits(before, projectId);
    refuseGrowth(
      "project_bytes",
      projectBytesMax,
      projectBytes(before, projectId),
      projectBytes(after, projectId),
    );
  }
}

/** Throws `quota_exceeded` if the gates of an environment get more bytes than its quota. */
export function refuseTooManyBytes(before: State, environment: Environment, bytes: number): void {
  const limits = projectLimits(before, environment.projectId);
  const used = bytesOf(before, environment);
  if (environment.kind === "production") {
    refuseGrowth("production_bytes", limits.productionBytesMax, used, bytes);
  } else {
    refuseGrowth("environment_bytes", limits.environmentBytesMax, used, bytes);
  }
}

/** Throws `quota_exceeded` if a project gets more features than its quota. */
export function refuseTooManyFeatures(before: State, projectId: number, count: number): void {
  const { featuresPerProjectMax } = projectLimits(before, projectId);
  refuseGrowth(
    "features_per_project",
    featuresPerProjectMax,
    featureCount(before, projectId),
    count,
  );
}

/** Throws `quota_exceeded` if a gate gets more actors than the quota. */
export function refuseTooManyActors(
  { actorsPerGateMax }: PlanLimits,
  before: Gates,
  after: Gates,
): void {
  refuseGrowth("actors_per_gate", actorsPerGateMax, before.actors.length, after.actors.length);
}

export function projectLimits(state: State, projectId: number): PlanLimits {
  return organizationLimits(organizationOf(state, projectId));
}

/** Every gate write asks for the limits, which change rarely. */
const organizationLimits = memoizePerObject(({ plan, planOverrides }: Organization) =>
  limitsOf(plan, planOverrides),
);

function featureCount(state: State, projectId: number): number {
  return state.features.get(projectId)?.size ?? 0;
}

function bytesOf({ storedBytes }: State, { id }: Environment): number {
  return storedBytes.byEnvironment.get(id) ?? 0;
}

function projectBytes({ storedBytes }: State, projectId: number): number {
  return storedBytes.byProject.get(projectId) ?? 0;
}

function refuseGrowth(quota: QuotaName, max: number, before: number, after: number): void {
  if (after > max && after > before) {
    throw new GatehouseError("quota_exceeded", {
      message: `The quota ${quota} is ${max}; with this change ${after} would be used`,
    });
  }
}
