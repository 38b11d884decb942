import { Elysia } from "elysia";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { diffGates } from "../../../core/evaluation/gate-diff.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { ownToggle } from "../../../core/model/state-lookups.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { CopiedGates } from "../contract/change-models.ts";
import { FeaturePath } from "../contract/feature-models.ts";
import {
  ActorSearch,
  ActorsChange,
  BooleanChange,
  ChangedActors,
  FoundActors,
  GatesCopy,
  GroupsChange,
  PercentageChange,
  Typed,
} from "../contract/gate-models.ts";
import {
  featureGateChanger,
  featureWrite,
  gateChangeRefusals,
  gateWriteRefusals,
  typedBy,
  writtenAnswer,
} from "./feature-writes.ts";
import { findActors } from "./find-actors.ts";
import {
  callerInEnvironment,
  callerInPath,
  type UiDependencies,
  writtenStep,
} from "./ui-dependencies.ts";
import { featureAfter } from "./whole-gates.ts";

/** Enough for ten thousand ids of many times the usual length. */
const membersBytesMax = 4 * 1024 * 1024;

/** Changes of one feature's gates; the services contain all rules (docs/admin-api.md#routes). */
export function adminGateController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(resetRoutes(deps, routes))
    .use(percentageRoutes(deps, routes))
    .use(actorRoutes(deps, routes))
    .use(groupRoutes(deps, routes))
    .use(copyRoutes(deps, routes));
}

function resetRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const change = featureGateChanger(deps);
  return new Elysia({ tags: ["Gates"] })
    .use(routes)
    .put(
      "/environments/:environment/features/:key/boolean",
      ({ caller, params, body }) =>
        change({ caller, params }, body, { action: body.enabled ? "enable" : "disable" }),
      {
        ...featureWrite,
        body: withExample(BooleanChange, { enabled: true, typed: "search" }),
        response: writtenAnswer,
        refuses: gateChangeRefusals,
        detail: {
          operationId: "setBoolean",
          summary: "Enable or disable a feature for everyone",
          description:
            "Sets the other gates to their defaults. In Production, `typed` must be the key of " +
            "the feature.",
        },
      },
    )
    .delete(
      "/environments/:environment/features/:key/gates",
      ({ caller, params, body }) => change({ caller, params }, body, { action: "clear" }),
      {
        ...featureWrite,
        body: withExample(Typed, { typed: "search" }),
        response: writtenAnswer,
        refuses: gateChangeRefusals,
        detail: {
          operationId: "clearGates",
          summary: "Clear the gates of a feature",
          description:
            "Sets every gate to its default. In Production, `typed` must be the key of the feature.",
        },
      },
    );
}

function percentageRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const change = featureGateChanger(deps);
  return new Elysia({ tags: ["Gates"] })
    .use(routes)
    .put(
      "/environments/:environment/features/:key/percentage-of-actors",
      ({ caller, params, body }) =>
        change({ caller, params }, body, {
          action: "percentage_of_actors",
          value: body.percentage,
        }),
      {
        ...featureWrite,
        body: withExample(PercentageChange, { percentage: 25 }),
        response: writtenAnswer,
        refuses: gateChangeRefusals,
        detail: {
          operationId: "setPercentageOfActors",
          summary: "Set the percentage of actors",
        },
      },
    )
    .put(
      "/environments/:environment/features/:key/percentage-of-time",
      ({ caller, params, body }) =>
        change({ caller, params }, body, { action: "percentage_of_time", value: body.percentage }),
      {
        ...featureWrite,
        body: withExample(PercentageChange, { percentage: 25 }),
        response: writtenAnswer,
        refuses: gateChangeRefusals,
        detail: { operationId: "setPercentageOfTime", summary: "Set the percentage of time" },
      },
    );
}

function actorRoutes({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, features } = services;
  return new Elysia({ tags: ["Gates"] })
    .use(routes)
    .get(
      "/environments/:environment/features/:key/actors",
      ({ caller: adminCaller, params, query }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const { gates } = features.get(caller, exactFeatureKey(params.key));
        return inSlices(findActors(gates.actors, query.text ?? "", query.after));
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: FeaturePath,
        query: ActorSearch,
        response: { 200: answered(FoundActors, "A page of the actors") },
        refuses: [
          "environment_not_found",
          "feature_name_missing",
          "feature_not_found",
          "input_invalid",
        ],
        detail: { operationId: "searchActors", summary: "Search the actors of a feature" },
      },
    )
    .patch(
      "/environments/:environment/features/:key/actors",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const { add = [], remove = [], typed } = body;
        const key = exactFeatureKey(params.key);
        const { added, removed } = await features.changeMembers(
          caller,
          key,
          { gate: "actors", add: add.map(requireActorId), remove },
          { typed: typedBy(adminCaller, key, typed) },
        );
        return { ...writtenStep(writer.state, adminCaller, caller), added, removed };
      },
      {
        ...featureWrite,
        bodyBytesMax: membersBytesMax,
        body: withExample(ActorsChange, { add: ["User;42"], remove: ["User;7"] }),
        response: { 200: answered(ChangedActors, "How many actors were added and removed") },
        refuses: [...gateWriteRefusals, "flipper_id_missing"],
        detail: { operationId: "changeActors", summary: "Add and remove actors" },
      },
    );
}

function groupRoutes({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, features } = services;
  return new Elysia({ tags: ["Gates"] }).use(routes).patch(
    "/environments/:environment/features/:key/groups",
    async ({ caller: adminCaller, params, body }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const { add = [], remove = [], allowUnknown = false, typed } = body;
      const key = exactFeatureKey(params.key);
      await features.changeMembers(
        caller,
        key,
        { gate: "groups", add: add.map(requireGroupName), remove },
        { allowsAnyGroup: allowUnknown, typed: typedBy(adminCaller, key, typed) },
      );
      return writtenStep(writer.state, adminCaller, caller);
    },
    {
      ...featureWrite,
      bodyBytesMax: membersBytesMax,
      body: withExample(GroupsChange, { add: ["staff"] }),
      response: writtenAnswer,
      refuses: [...gateWriteRefusals, "group_not_registered"],
      detail: { operationId: "changeGroups", summary: "Add and remove groups" },
    },
  );
}

function copyRoutes({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, features } = services;
  return new Elysia({ tags: ["Gates"] }).use(routes).post(
    "/environments/:environment/features/:key/copy",
    async ({ caller: adminCaller, params, body }) => {
      const { state } = writer;
      const from = environmentOf(state, params.environment, adminCaller);
      const environment = environmentOf(state, String(body.to), adminCaller);
      const caller = callerInEnvironment(state, environment, adminCaller);
      const key = exactFeatureKey(params.key);
      const { gates: before } = features.get(caller, key);
      const isPinned =
        environment.kind !== "production" && ownToggle(state, environment, key) === undefined;
      const typed = typedBy(adminCaller, key, body.typed);
      const toggle = await features.copyGates(caller, key, from, { typed });
      return {
        ...writtenStep(writer.state, adminCaller, caller),
        changeCount: diffGates(before, toggle.gates).length,
        isPinned,
        feature: featureAfter(toggle),
      };
    },
    {
      role: "member",
      params: FeaturePath,
      hostedOnly: true,
      body: withExample(GatesCopy, { to: 2 }),
      response: { 200: answered(CopiedGates, "The feature in the other environment") },
      refuses: [...gateWriteRefusals, "group_not_registered"],
      detail: {
        operationId: "copyGates",
        summary: "Copy the gates to another environment",
        description: "Copies the gates in force here. `typed` is for copies to Production.",
      },
    },
  );
}
