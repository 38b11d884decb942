import { Elysia } from "elysia";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { minuteMs } from "../../../core/time-units.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { FeaturePath } from "../contract/feature-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import {
  ActivityList,
  EvaluationSeries,
  InDays,
  KeysQuery,
  type Sparkline,
  Sparklines,
  TelemetryAnswer,
} from "../contract/telemetry-models.ts";
import { answerOfGzip, compressedJson } from "../json-answers.ts";
import { changeMarks } from "./change-marks.ts";
import { evaluationListController } from "./evaluation-list-controller.ts";
import { activityOf, axisOf, pointsOf, totalOf } from "./evaluation-points.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import { gzippedRows } from "./gzipped-rows.ts";
import { sentKeys } from "./sent-keys.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { unknownKeyController } from "./unknown-key-controller.ts";

const sparklineDays = 14;
const sparklineKeysMax = 100;

/** The refusals of every request about evaluations. */
const readRefusals = ["environment_not_found", "input_invalid", "unavailable"] as const;

/** Evaluations of features. Without telemetry all answers are empty (docs/admin-api.md#routes). */
export function adminTelemetryController(deps: UiDependencies, routes: AdminRoutes) {
  const reads = new EvaluationReads(deps);
  return new Elysia()
    .use(activityRoutes(routes, reads))
    .use(totalRoutes(deps, routes, reads))
    .use(evaluationListController(deps, routes, reads))
    .use(unknownKeyController(deps, routes, reads))
    .use(sparklineRoutes(routes, reads))
    .use(seriesRoutes(deps, routes, reads));
}

function activityRoutes(routes: AdminRoutes, reads: EvaluationReads) {
  return new Elysia({ tags: ["Telemetry"] }).use(routes).get(
    "/environments/:environment/activity",
    async ({ caller: adminCaller, params, query, request }) => {
      const { caller, environment, retentionDays, series } = reads.asked(
        params.environment,
        adminCaller,
        query.days,
      );
      if (retentionDays === 0) {
        return compressedJson(request, { retentionDays, activity: [] });
      }
      const zipped = await reads.ofAll(caller, () =>
        gzippedRows({ retentionDays, activity: [] }, reads.parts(environment, series), activityOf),
      );
      return answerOfGzip(request, zipped);
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: EnvironmentPath,
      query: InDays,
      response: { 200: answered(ActivityList, "The evaluations of every feature") },
      refuses: readRefusals,
      detail: { operationId: "listActivity", summary: "Count the evaluations of each feature" },
    },
  );
}

function totalRoutes(
  { services, telemetry }: UiDependencies,
  routes: AdminRoutes,
  reads: EvaluationReads,
) {
  return new Elysia({ tags: ["Telemetry"] }).use(routes).get(
    "/environments/:environment/telemetry",
    async ({ caller: adminCaller, params, query }) => {
      const { caller, environment, retentionDays, series } = reads.asked(
        params.environment,
        adminCaller,
        query.days,
      );
      const isKept = retentionDays > 0;
      const counts = isKept ? await reads.sums(caller, environment, series) : [];
      const unknown = isKept
        ? await telemetry?.unknownKeys({ environmentId: environment.id, series })
        : undefined;
      const { total, enabled } = pointsOf(counts, series);
      const retired = services.writer.state.retiredKeys.get(environment.projectId);
      const isRetired = (key: string) => retired?.has(key) === true;
      return {
        ...{ retentionDays, total, enabled },
        ...axisOf(series),
        unknownKeys: (unknown?.keys ?? []).flatMap(({ key, last, buckets }) =>
          last === null
            ? []
            : [
                {
                  ...{ key, lastEvaluatedAt: last * minuteMs, isRetired: isRetired(key) },
                  total: totalOf({ last, buckets }),
                },
              ],
        ),
        unknownIsFull: unknown?.isFull === true,
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: EnvironmentPath,
      query: InDays,
      response: { 200: answered(TelemetryAnswer, "The sums of all features, and unknown keys") },
      refuses: readRefusals,
      detail: { operationId: "getTelemetry", summary: "Count the evaluations of all features" },
    },
  );
}

function sparklineRoutes(routes: AdminRoutes, reads: EvaluationReads) {
  return new Elysia({ tags: ["Telemetry"] }).use(routes).get(
    "/environments/:environment/sparklines",
    async ({ caller, params, query }) => {
      const keys = sentKeys(query.keys, sparklineKeysMax);
      const { environment, retentionDays, series } = reads.asked(
        params.environment,
        caller,
        sparklineDays,
      );
      const counts = retentionDays === 0 ? [] : await reads.counts(environment, keys, series);
      const sparklines = counts.map((count, at): [string, Sparkline] => [
        keys[at] ?? "",
        pointsOf([count], series),
      ]);
      return { sparklines: Object.fromEntries(sparklines) };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: EnvironmentPath,
      query: KeysQuery,
      response: { 200: answered(Sparklines, "The evaluations of the last 14 days") },
      refuses: readRefusals,
      detail: { operationId: "listSparklines", summary: "Count evaluations for small charts" },
    },
  );
}

function seriesRoutes({ services }: UiDependencies, routes: AdminRoutes, reads: EvaluationReads) {
  return new Elysia({ tags: ["Telemetry"] }).use(routes).get(
    "/environments/:environment/features/:key/evaluations",
    async ({ caller: adminCaller, params, query }) => {
      const { caller, environment, retentionDays, series } = reads.asked(
        params.environment,
        adminCaller,
        query.days,
      );
      const key = exactFeatureKey(params.key);
      const counts = retentionDays === 0 ? [] : await reads.counts(environment, [key], series);
      const last = counts[0]?.last ?? null;
      return {
        ...axisOf(series),
        ...pointsOf(counts, series),
        lastEvaluatedAt: last === null ? null : last * minuteMs,
        changes: await changeMarks(services, caller, key, series.start * minuteMs),
        retentionDays,
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: FeaturePath,
      query: InDays,
      response: { 200: answered(EvaluationSeries, "The evaluations of the feature") },
      refuses: [...readRefusals, "feature_name_missing"],
      detail: { operationId: "getEvaluations", summary: "Show the evaluations of a feature" },
    },
  );
}
