import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { type ExpectedShare, expectedShare } from "../../../core/evaluation/expected-share.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { OutcomeTotal } from "../../../telemetry/messages/guard-call.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { PreviewedRollout, RolloutPreview } from "../contract/rollout-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import { guardPreviews, previewFrom } from "./guard-previews.ts";
import { countsOfYesterday, sumsOf } from "./impact-controller.ts";
import { requestBodyBytesMax } from "./request-controller.ts";
import { planOf, planRefusals, sentStart } from "./sent-plan.ts";
import { shownStep, timesFrom } from "./shown-rollouts.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** What a plan would do, before it starts. */
export function rolloutPreview(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, features, rollouts } = deps.services;
  const reads = new EvaluationReads(deps);
  return new Elysia({ tags: ["Rollouts"] }).use(routes).post(
    "/environments/:environment/rollouts/preview",
    async ({ caller: adminCaller, params, body }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const key = exactFeatureKey(body.key);
      const plan = planOf(body);
      const { start, note } = sentStart(body.start);
      const before = features.get(caller, key).gates;
      const after = await rollouts.gatesAfter(caller, { key, steps: plan.steps });
      const yesterday = await countsOfYesterday(reads, params.environment, adminCaller, [key]);
      const { checks } = sumsOf(yesterday?.[0]);
      const names = plan.guards.map(({ name }) => name);
      const totals = await totalsOf(deps, caller.environment.id, names);
      const shares = [before, ...after].map(expectedShare);
      const times = timesFrom(plan.steps, start.kind === "at" ? start.at : deps.now());
      return {
        start:
          start.kind === "at" ? { at: start.at, local: start.local, zone: start.zone, note } : null,
        steps: plan.steps.map((step, index) => ({
          change: shownStep(step).change,
          plannedAt: times[index] ?? null,
          addedChecks: addedChecks(checks, shares[index], shares[index + 1]),
        })),
        guards: guardPreviews(plan.guards, key, totals, shares.slice(1)),
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      hostedOnly: "for_clients",
      params: EnvironmentPath,
      bodyBytesMax: requestBodyBytesMax,
      body: withExample(PreviewedRollout, {
        key: "search",
        steps: [{ change: { kind: "enable" } }],
        start: { at: "2027-03-28T09:00", zone: "Europe/Berlin" },
      }),
      response: { 200: answered(RolloutPreview, "What to expect of the plan") },
      refuses: [...planRefusals, "environment_not_found"],
      detail: {
        operationId: "previewRollout",
        summary: "Preview a rollout",
        description: "Changes nothing.",
      },
    },
  );
}

/** The outcomes of the last days; none while telemetry is unavailable. */
async function totalsOf(
  { telemetry, now }: UiDependencies,
  environmentId: number,
  names: readonly string[],
): Promise<readonly OutcomeTotal[]> {
  if (telemetry === undefined || names.length === 0) {
    return [];
  }
  try {
    return await telemetry.guards.totals(environmentId, names, previewFrom(now()));
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "unavailable") {
      return [];
    }
    throw error;
  }
}

/** How many more checks a day have the result enabled. */
function addedChecks(
  checks: number | null,
  before: ExpectedShare | undefined,
  after: ExpectedShare | undefined,
): number | null {
  const left = before?.share ?? null;
  const right = after?.share ?? null;
  return checks === null || left === null || right === null
    ? null
    : Math.round(checks * (right - left));
}
