import { Elysia } from "elysia";
import type { ListedActorFeature } from "../../../app/services/actor-features.ts";
import { registeredGroups } from "../../../app/services/registered-groups.ts";
import { isClose } from "../../../core/evaluation/actor-feature.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import type { GateKey } from "../../../core/evaluation/gates.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { requestIdOf } from "../../../http/request/request-id.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  type ActorFeature,
  ActorFeatures,
  ActorFeaturesQuestion,
  actorFeaturesMax,
} from "../contract/actor-feature-models.ts";
import type { GateName } from "../contract/feature-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { gatesSummary } from "./gates-summary.ts";
import { momentIn, momentRow, pastRefusals } from "./sent-moment.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** All features of one actor (docs/admin-api.md#features-of-an-actor). */
export function actorFeatureController(
  { services, hostGroups }: UiDependencies,
  routes: AdminRoutes,
) {
  const { writer, actorFeatures } = services;
  return new Elysia({ tags: ["Checks"] }).use(routes).post(
    "/environments/:environment/actors/features",
    async ({ caller: adminCaller, params, body, request }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const { actor, groups = [], properties = {}, environments = [] } = body;
      const { only, text, after, limit = actorFeaturesMax } = body;
      const registered = registeredGroups(writer.state, adminCaller.projectId, hostGroups);
      const others = environments.map((asked) => environmentOf(writer.state, asked, adminCaller));
      const { counts, features, next, moment } = await actorFeatures.list(caller, {
        actor: { flipperId: requireActorId(actor), properties },
        declaredGroups: new Set(groups.map(requireGroupName)),
        isKnownGroup: (group) => registered.has(group),
        others,
        moment: momentIn(body),
        page: { only, text, after, limit },
        requestIdOf: () => requestIdOf(request),
        signal: request.signal,
      });
      return {
        counts,
        environments: others.map(({ slug }) => slug),
        features: features.map(rowOf),
        ...(moment === null ? {} : { moment: momentRow(moment) }),
        next,
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: EnvironmentPath,
      body: withExample(ActorFeaturesQuestion, {
        actor: "User;42",
        groups: ["staff"],
        properties: { plan: "premium" },
      }),
      response: { 200: answered(ActorFeatures, "The features with their results for the actor") },
      refuses: [
        "environment_not_found",
        "flipper_id_missing",
        "feature_name_missing",
        "input_invalid",
        "parameter_invalid",
        ...pastRefusals,
        "unavailable",
      ],
      detail: {
        operationId: "listFeaturesOfActor",
        summary: "List all features with their results for an actor",
        description:
          "All features are checked for the same moment, in all environments with the same random " +
          "numbers. The checks do not count as evaluations. With `at` or `audit` the features are those " +
          "of that moment, also in the other environments.",
      },
    },
  );
}

const namesOfGates: Readonly<Record<GateKey, GateName>> = {
  boolean: "boolean",
  expression: "expression",
  actors: "actors",
  percentage_of_actors: "percentageOfActors",
  percentage_of_time: "percentageOfTime",
  groups: "groups",
};

function rowOf(feature: ListedActorFeature): ActorFeature {
  const { key, gate, isChance, bucket, percentage, opensFrom, pointsMissing } = feature;
  const { toggle, actorCount, group, groupCount, expression, environments } = feature;
  return {
    key,
    enabled: gate !== null,
    gate: gate === null ? null : namesOfGates[gate],
    chance: isChance,
    ...{ bucket, percentage, opensFrom, pointsMissing },
    isClose: isClose(pointsMissing),
    reason: {
      ...{ actorCount, groupCount, group },
      percentageOfTime: toggle.gates.percentageOfTime,
      expression: expression && {
        ...expression,
        expression: gatesSummary(toggle.gates).expression,
      },
    },
    environments,
  };
}
