import { Elysia } from "elysia";
import { setSamplesActors } from "../../../app/commands/project-commands.ts";
import {
  featureCommandsOf,
  type GateSidesSteps,
  gatesAfterChanges,
  gatesAfterCommands,
} from "../../../app/impact/gates-after.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { ownToggle } from "../../../core/model/state-lookups.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { KeyCountsAnswer } from "../../../telemetry/messages/key-counts.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { projectOf } from "../asked-environment.ts";
import {
  AskedImpact,
  Impact,
  SamplePolicy,
  type AskedImpact as SentImpact,
} from "../contract/impact-models.ts";
import { EnvironmentPath, Written } from "../contract/shared-models.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import { requestBodyBytesMax } from "./request-controller.ts";
import { changesOf, changeValueRefusals } from "./sent-changes.ts";
import { commandsOf } from "./sent-commands.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** What changes do to checks, and the sample that shows it (docs/admin-api.md#impact). */
export function impactController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(impactEstimate(deps, routes)).use(samplePolicy(deps, routes));
}

function impactEstimate(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, impacts } = deps.services;
  const reads = new EvaluationReads(deps);
  return new Elysia({ tags: ["Gates"] }).use(routes).post(
    "/environments/:environment/impact",
    async ({ caller: adminCaller, params, body, request }) => {
      const { state } = writer;
      const caller = callerInPath(state, params.environment, adminCaller);
      const changes = sidesOf(state, caller, body, deps.hasExpressions);
      const { sampleSize, features } = await impacts.estimate(caller, changes, request.signal);
      const keys = [...features.keys()];
      const yesterday = await countsOfYesterday(reads, params.environment, adminCaller, keys);
      return {
        sampleSize,
        features: Array.from(features, ([key, estimate], index) => ({
          key,
          ...sumsOf(yesterday?.[index]),
          ...estimate,
          mirroringCount: mirroringCount(state, caller.environment, key),
        })),
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      bodyBytesMax: requestBodyBytesMax,
      params: EnvironmentPath,
      body: withExample(AskedImpact, {
        key: "search",
        changes: [{ gate: "percentage_of_actors", action: "enable", value: 25 }],
      }),
      response: { 200: answered(Impact, "The checks that the changes affect") },
      refuses: [
        ...(["environment_not_found", "feature_name_missing", "feature_not_found"] as const),
        ...(["parameter_invalid", "production_mirrors_nothing", "unavailable"] as const),
        ...changeValueRefusals,
      ],
      detail: {
        operationId: "estimateImpact",
        summary: "Estimate the impact of changes",
        description:
          "Changes nothing. A rollout has the impact of all its steps together. An answer without " +
          "telemetry has no counts.",
      },
    },
  );
}

function samplePolicy({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Projects"] })
    .use(routes)
    .get(
      "/actor-sample",
      ({ caller }) => ({ samplesActors: projectOf(writer.state, caller).samplesActors }),
      {
        role: "viewer",
        hostedOnly: true,
        response: { 200: answered(SamplePolicy, "The choice") },
        refuses: [],
        detail: { operationId: "getSamplePolicy", summary: "Get whether actors are sampled" },
      },
    )
    .put(
      "/actor-sample",
      ({ caller, body: { samplesActors } }) =>
        changeProject(services, caller, (draft) => {
          setSamplesActors(draft, projectOf(draft.state, caller), samplesActors);
          return {};
        }),
      {
        role: "admin",
        hostedOnly: true,
        body: withExample(SamplePolicy, { samplesActors: true }),
        response: { 200: answered(Written, "The choice is stored") },
        refuses: projectChangeRefusals,
        detail: {
          operationId: "setSamplePolicy",
          summary: "Choose whether actors are sampled",
          description: "Turned off, each server deletes its sample at once.",
        },
      },
    );
}

function sidesOf(
  state: State,
  caller: Caller,
  body: SentImpact,
  hasExpressions: boolean,
): GateSidesSteps {
  if ("changes" in body) {
    const changes = changesOf(body.changes, hasExpressions);
    return gatesAfterChanges(state, caller, exactFeatureKey(body.key), changes);
  }
  const commands = commandsOf(body.commands);
  return gatesAfterCommands(state, caller, featureCommandsOf(commands));
}

/** In the order of the keys; null without telemetry of that day. */
export async function countsOfYesterday(
  reads: EvaluationReads,
  environmentName: string,
  adminCaller: AdminCaller,
  keys: readonly string[],
): Promise<readonly KeyCountsAnswer[] | null> {
  const { environment, retentionDays, series } = reads.asked(environmentName, adminCaller, 2);
  return retentionDays < 2
    ? null
    : await reads.ifAvailable(() => reads.counts(environment, keys, series));
}

export function sumsOf(counts: KeyCountsAnswer | undefined) {
  const ofYesterday = counts?.buckets.filter(([index]) => index === 0) ?? [];
  const enabled = ofYesterday.reduce((sum, [, on]) => sum + on, 0);
  const checks = ofYesterday.reduce((sum, [, on, off]) => sum + on + off, 0);
  return checks === 0
    ? { checks: null, enabledShare: null }
    : { checks, enabledShare: enabled / checks };
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
