import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { featureStateOf } from "../../../core/evaluation/gates.ts";
import { sortUtf8 } from "../../../core/text/compare-utf8.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import { GzipText } from "../../../http/response/gzip-text.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { OfEnvironment } from "../contract/shared-models.ts";
import { EvaluationList, type FeatureSeries, OfSummary } from "../contract/telemetry-models.ts";
import { answerOfGzip } from "../json-answers.ts";
import { axisOf, pointsOf } from "./evaluation-points.ts";
import type { EvaluationReads } from "./evaluation-reads.ts";
import { sentKeys } from "./sent-keys.ts";
import { callerAt, type UiDependencies } from "./ui-dependencies.ts";

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
    async ({ caller: admin, params, query, request }) => {
      const asked = query.keys === undefined ? undefined : sentKeys(query.keys, keysMax);
      const { environment, retentionDays, series } = reads.asked(
        params.environment,
        admin,
        query.days,
      );
      if (retentionDays === 0) {
        throw new GatehouseError("plan_upgrade_required");
      }
      const caller = callerAt(writer.state, params.environment, admin);
      const zipped = await reads.ofAll(caller, async () => {
        const snapshot = snapshots.of(writer.state, environment);
        const known = asked?.filter((key) => snapshot.find(key) !== undefined);
        const keys = known === undefined ? undefined : sortUtf8([...new Set(known)]);
        const head = JSON.stringify({ days: series.days, ...axisOf(series), features: [] });
        const text = new GzipText();
        text.add(head.slice(0, -"]}".length));
        let separator = "";
        for await (const part of reads.parts(environment, series, { keys })) {
          for (const [at, key] of part.keys.entries()) {
            const toggle = snapshot.find(key);
            const counts = part.counts[at];
            if (toggle !== undefined && counts !== undefined) {
              const row: FeatureSeries = {
                key,
                state: featureStateOf(toggle.gates),
                ...pointsOf([counts], series),
              };
              text.add(separator + JSON.stringify(row));
              separator = ",";
            }
          }
        }
        text.add("]}");
        return text.finish();
      });
      return answerOfGzip(request, zipped);
    },
    {
      role: "viewer",
      environmentToken: "reader",
      hostedOnly: true,
      params: OfEnvironment,
      query: OfSummary,
      response: { 200: answered(EvaluationList, "The evaluations of each feature") },
      refuses: ["environment_not_found", "input_invalid", "plan_upgrade_required", "unavailable"],
      detail: {
        operationId: "listEvaluations",
        summary: "Show the evaluations of features over time",
        description: "One day has a number for each hour, more days have one for each day.",
      },
    },
  );
}
