import { Elysia } from "elysia";
import type { ExplainQuestion } from "../../../app/services/explain-service.ts";
import { registeredGroups } from "../../../app/services/registered-groups.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { requestIdOf } from "../../../http/request/request-id.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  ExplainAnswer,
  ExplainQuestion as ExplainQuestionModel,
} from "../contract/explain-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { draftAnswer, draftIn } from "./explained-drafts.ts";
import { explainedFeature, featureThen } from "./explanation-rows.ts";
import { changesBytesMax, changeValueRefusals } from "./sent-changes.ts";
import { momentIn, momentRow, pastRefusals } from "./sent-moment.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** The results of several features, and why (docs/admin-api.md#routes). */
export function explainController(deps: UiDependencies, routes: AdminRoutes) {
  const { services, hostGroups, hasExpressions } = deps;
  const { writer, explanations, draftExplanations } = services;
  return new Elysia({ tags: ["Checks"] }).use(routes).post(
    "/environments/:environment/explain",
    async ({ caller: adminCaller, params, body, request }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const { keys, actors = [], groups = [], properties = {} } = body;
      const registered = registeredGroups(writer.state, adminCaller.projectId, hostGroups);
      const question: ExplainQuestion = {
        actors: actors.map((id) => ({ flipperId: requireActorId(id), properties })),
        declaredGroups: new Set(groups.map(requireGroupName)),
        isKnownGroup: (group) => registered.has(group),
        requestIdOf: () => requestIdOf(request),
        signal: request.signal,
      };
      const draft = draftIn(body, hasExpressions);
      const moment = momentIn(body);
      if (moment !== null) {
        refuseDraftThen(draft);
        const asked = { ...question, moment };
        const then = await explanations.explainThen(caller, new Set(keys), asked, featureThen);
        return { features: then.answers, moment: momentRow(then.moment) };
      }
      return draft === null
        ? {
            features: await explanations.explainEach(
              caller,
              new Set(keys),
              question,
              explainedFeature,
            ),
          }
        : draftAnswer(await draftExplanations.explain(caller, { ...question, ...draft }), draft);
    },
    {
      role: "viewer",
      environmentToken: "reader",
      bodyBytesMax: changesBytesMax,
      params: EnvironmentPath,
      body: withExample(ExplainQuestionModel, {
        keys: ["search", "unknown"],
        actors: ["User;42"],
        groups: ["staff"],
        properties: { plan: "premium" },
      }),
      response: { 200: answered(ExplainAnswer, "The results with their reasons, by feature") },
      refuses: [
        ...changeValueRefusals,
        "environment_not_found",
        "feature_not_found",
        "feature_name_missing",
        "input_invalid",
        "parameter_invalid",
        ...pastRefusals,
        "unavailable",
      ],
      detail: {
        operationId: "explainFeatures",
        summary: "Check features for actors, and explain the results",
        description:
          "All features are checked for the same moment, with one random number per gate. The check " +
          "does not count as an evaluation. An unknown feature is disabled. With `changes` the answer " +
          "also has the feature as it would be. With `at` or `audit` the features are those of that " +
          "moment, which is also the time of the operator `Now`.",
      },
    },
  );
}

/** The past cannot be changed. */
function refuseDraftThen(draft: ReturnType<typeof draftIn>): void {
  if (draft !== null) {
    throw new GatehouseError("input_invalid", {
      message: "changes and each: not with a moment of the past",
    });
  }
}
