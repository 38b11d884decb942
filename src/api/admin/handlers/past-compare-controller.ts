import { Elysia } from "elysia";
import type { FeatureDifference } from "../../../app/services/past-comparisons.ts";
import { featureStateOf, type Gates } from "../../../core/evaluation/gates.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { ComparedTimes, type FeatureAtTwoTimes, TimePair } from "../contract/past-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { objectWithRows, streamedJson } from "../json-answers.ts";
import { gatesSummary } from "./gates-summary.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";
import { wholeGates } from "./whole-gates.ts";

const shownMax = 1_000;

/** The differences between two times of an environment (docs/admin-api.md#routes). */
export function pastCompareController({ services, now }: UiDependencies, routes: AdminRoutes) {
  const { writer, pastComparisons } = services;
  return new Elysia({ tags: ["Environments"] }).use(routes).get(
    "/environments/:environment/compare",
    async ({ caller: adminCaller, params, query, request }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const { from, to = now(), gates } = query;
      const isWhole = gates !== undefined;
      const { features, ...counts } = await pastComparisons.compare(caller, {
        ...{ from, to },
        featuresMax: isWhole ? Number.POSITIVE_INFINITY : shownMax,
        signal: request.signal,
      });
      return streamedJson(request, objectWithRows(counts, "features", rowsOf(features, isWhole)));
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: EnvironmentPath,
      query: TimePair,
      response: { 200: answered(ComparedTimes, "The features that differ") },
      refuses: [
        "input_invalid",
        "environment_not_found",
        "parameter_invalid",
        "undo_impossible",
        "unavailable",
      ],
      detail: {
        operationId: "compareTimes",
        summary: "Compare an environment at two times",
        description:
          "At most 200,000 changes can be between the earlier time and now. An environment that " +
          "follows Production is compared with the gates of Production.",
      },
    },
  );
}

function* rowsOf(
  features: readonly FeatureDifference[],
  isWhole: boolean,
): Generator<FeatureAtTwoTimes> {
  for (const { key, from, to, gates } of features) {
    const actors = gates.find(({ gate }) => gate === "actors");
    const only = actors !== undefined && "onlyLeft" in actors ? actors : undefined;
    yield {
      key,
      left: sideOf(from, isWhole),
      right: sideOf(to, isWhole),
      actorsOnlyLeft: only?.onlyLeft.count ?? 0,
      actorsOnlyRight: only?.onlyRight.count ?? 0,
    };
  }
}

function sideOf(gates: Gates | null, isWhole: boolean): FeatureAtTwoTimes["left"] {
  return (
    gates && {
      state: featureStateOf(gates),
      gates: gatesSummary(gates),
      ...(isWhole ? { allGates: wholeGates(gates) } : {}),
    }
  );
}
