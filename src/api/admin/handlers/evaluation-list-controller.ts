import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { featureStateOf } from "../../../core/evaluation/gates.ts";
import { sortUtf8 } from "../../../core/text/compare-utf8.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { KeyCountsAnswer } from "../../../telemetry/messages/key-counts.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { EvaluationList, type FeatureSeries, SummaryQuery } from "../contract/telemetry-models.ts";
import { answerOfGzip } from "../json-answers.ts";
import { axisOf, pointsOf } from "./evaluation-points.ts";
import type { EvaluationReads } from "./evaluation-reads.ts";
import { gzippedRows } from "./gzipped-rows.ts";
import { sentKeys } from "./sent-keys.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const keysMax = 1_000;

/** Evaluations of features over time (docs/admin-api.md#routes). */
export function evaluationListController(
  { services }: UiDependencies,
  routes: AdminRoutes,
  reads: EvaluationReads,
) {
  const { writer, snapshots } = services;
  return new Elysia({ tags: ["Telemetry"] }).use(routes).get(
    "/environments/:environment/evaluations",
    async ({ caller: adminCaller, params, query, request }) => {
      const asked = query.keys === undefined ? undefined : sentKeys(query.keys, keysMax);
      const { caller, environment, retentionDays, series } = reads.asked(
        params.environment,
        adminCaller,
        query.days,
      );
      if (retentionDays === 0) {
        throw new GatehouseError("plan_upgrade_required");
      }
      const zipped = await reads.ofAll(caller, () => {
        const snapshot = snapshots.of(writer.state, environment);
        const known = asked?.filter((key) => snapshot.find(key) !== undefined);
        const keys = known === undefined ? undefined : sortUtf8([...new Set(known)]);
        const rowOf = (key: string, counts: KeyCountsAnswer | undefined) => {
          const toggle = snapshot.find(key);
          return toggle === undefined || counts === undefined
            ? undefined
            : ({
                key,
                state: featureStateOf(toggle.gates),
                ...pointsOf([counts], series),
              } satisfies FeatureSeries);
        };
        const head = { days: series.days, ...axisOf(series), features: [] };
        return gzippedRows(head, reads.parts(environment, series, { keys }), rowOf);
      });
      return answerOfGzip(request, zipped);
    },
    {
      role: "viewer",
      environmentToken: "reader",
      hostedOnly: true,
      params: EnvironmentPath,
      query: SummaryQuery,
      response: { 200: answered(EvaluationList, "The evaluations of each feature") },
      refuses: ["environment_not_found", "input_invalid", "plan_upgrade_required", "unavailable"],
      detail: {
        operationId: "listEvaluations",
        summary: "Show the evaluations of features over time",
        description: "For one day there is a number per hour, for more days a number per day.",
      },
    },
  );
}
