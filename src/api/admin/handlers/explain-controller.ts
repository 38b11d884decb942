import { Elysia } from "elysia";
import { registeredGroups } from "../../../app/services/registered-groups.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { requestIdOf } from "../../../http/request/request-id.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { ExplainAnswer, ExplainQuestion } from "../contract/explain-models.ts";
import { OfEnvironment } from "../contract/shared-models.ts";
import { explainedFeature } from "./explanation-rows.ts";
import { callerAt, type UiDependencies } from "./ui-dependencies.ts";

/** The results of several features, and why (docs/admin-api.md#routes). */
export function explainController({ services, hostGroups }: UiDependencies, routes: AdminRoutes) {
  const { writer, explanations } = services;
  return new Elysia({ tags: ["Checks"] }).use(routes).post(
    "/environments/:environment/explain",
    async ({ caller: adminCaller, params, body, request }) => {
      const caller = callerAt(writer.state, params.environment, adminCaller);
      const { keys, actors = [], groups = [], properties = {} } = body;
      const registered = registeredGroups(writer.state, adminCaller.projectId, hostGroups);
      const features = await explanations.explainEach(
        caller,
        new Set(keys),
        {
          actors: actors.map((id) => ({ flipperId: requireActorId(id), properties })),
          declaredGroups: new Set(groups.map(requireGroupName)),
          isKnownGroup: (group) => registered.has(group),
          requestIdOf: () => requestIdOf(request),
          signal: request.signal,
        },
        explainedFeature,
      );
      return { features };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: OfEnvironment,
      body: withExample(ExplainQuestion, {
        keys: ["search", "unknown"],
        actors: ["User;42"],
        groups: ["staff"],
        properties: { plan: "premium" },
      }),
      response: { 200: answered(ExplainAnswer, "The results with their reasons, by feature") },
      refuses: [
        "environment_not_found",
        "flipper_id_missing",
        "feature_name_missing",
        "parameter_invalid",
        "unavailable",
      ],
      detail: {
        operationId: "explainFeatures",
        summary: "Check features for actors, and explain the results",
        description:
          "All features are checked for the same moment, with one random number per gate. The check " +
          "does not count as an evaluation. An unknown feature is disabled.",
      },
    },
  );
}
