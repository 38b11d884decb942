import { Elysia } from "elysia";
import { expectedShare } from "../../../core/evaluation/expected-share.ts";
import { changeGates } from "../../../core/evaluation/gate-change.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { ownToggle } from "../../../core/model/state-lookups.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { PreviewedChanges } from "../contract/change-models.ts";
import { FeaturePath } from "../contract/feature-models.ts";
import { ChangesImpact } from "../contract/impact-models.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import { gateWriteRefusals } from "./feature-writes.ts";
import { changesBytesMax, changesOf, changeValueRefusals } from "./sent-changes.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** What changes of a feature do to its checks (docs/admin-api.md#several-changes). */
export function impactController(deps: UiDependencies, routes: AdminRoutes) {
  const { services, hasExpressions } = deps;
  const { writer, features } = services;
  const reads = new EvaluationReads(deps);
  return new Elysia({ tags: ["Gates"] }).use(routes).post(
    "/environments/:environment/features/:key/changes/impact",
    async ({ caller: adminCaller, params, body }) => {
      const { state } = writer;
      const caller = callerInPath(state, params.environment, adminCaller);
      const { key, gates: before } = features.get(caller, params.key);
      const after = changesOf(body.changes, hasExpressions).reduce(changeGates, before);
      const yesterday = await countsOfYesterday(reads, params.environment, adminCaller, key);
      return {
        ...yesterday,
        before: expectedShare(before),
        after: expectedShare(after),
        mirroringCount: mirroringCount(state, caller.environment, key),
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      bodyBytesMax: changesBytesMax,
      params: FeaturePath,
      body: withExample(PreviewedChanges, {
        changes: [{ gate: "percentage_of_actors", action: "enable", value: 25 }],
      }),
      response: { 200: answered(ChangesImpact, "The checks that the changes affect") },
      refuses: [...gateWriteRefusals, ...changeValueRefusals],
      detail: {
        operationId: "estimateImpact",
        summary: "Estimate the impact of several changes of a feature",
        description: "Changes nothing. An answer without telemetry has no counts.",
      },
    },
  );
}

const unknownCounts = { checks: null, enabledShare: null };

async function countsOfYesterday(
  reads: EvaluationReads,
  environmentName: string,
  adminCaller: AdminCaller,
  key: string,
) {
  const { environment, retentionDays, series } = reads.asked(environmentName, adminCaller, 2);
  if (retentionDays < 2) {
    return unknownCounts;
  }
  const counts = await reads.ifAvailable(() => reads.counts(environment, [key], series));
  const buckets = counts?.flatMap((each) => each.buckets) ?? [];
  const ofYesterday = buckets.filter(([index]) => index === 0);
  const enabled = ofYesterday.reduce((sum, [, on]) => sum + on, 0);
  const checks = ofYesterday.reduce((sum, [, on, off]) => sum + on + off, 0);
  return checks === 0 ? unknownCounts : { checks, enabledShare: enabled / checks };
}

function mirroringCount(state: State, { projectId, kind }: Environment, key: string): number {
  return kind === "production"
    ? state.environments.count(
        (other) =>
          other.projectId === projectId &&
          other.kind !== "production" &&
          ownToggle(state, other, key) === undefined,
      )
    : 0;
}
