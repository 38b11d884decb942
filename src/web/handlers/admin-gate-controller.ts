import { Elysia } from "elysia";
import { inSlices } from "../../event-loop/shared-turns.ts";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import { requireActorId } from "../../toggles/actor-id.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import { requireGroupName } from "../../toggles/group-name.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { OfFeature } from "../contract/feature-models.ts";
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
  writtenAnswer,
} from "./feature-writes.ts";
import { findActors } from "./find-actors.ts";
import { callerAt, callerIn, type UiDependencies, written } from "./ui-dependencies.ts";

/** Ten thousand ids of the usual length many times over. */
const membersBytesMax = 4 * 1024 * 1024;

/** Changes of one feature's gates; all rules are those of the services (docs/admin-api.md#routes). */
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
      ({ caller: admin, params, query }) => {
        const caller = callerAt(writer.state, params.environment, admin);
        const { gates } = features.get(caller, exactFeatureKey(params.key));
        return inSlices(findActors(gates.actors, query.text ?? "", query.after));
      },
      {
        role: "viewer",
        params: OfFeature,
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
      async ({ caller: admin, params, body }) => {
        const caller = callerAt(writer.state, params.environment, admin);
        const { add = [], remove = [], typed } = body;
        const { added, removed } = await features.changeMembers(
          caller,
          exactFeatureKey(params.key),
          { gate: "actors", add: add.map(requireActorId), remove },
          { typed },
        );
        return { ...written(writer.state, admin), added, removed };
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
    async ({ caller: admin, params, body }) => {
      const caller = callerAt(writer.state, params.environment, admin);
      const { add = [], remove = [], allowUnknown = false, typed } = body;
      await features.changeMembers(
        caller,
        exactFeatureKey(params.key),
        { gate: "groups", add: add.map(requireGroupName), remove },
        { allowsAnyGroup: allowUnknown, typed },
      );
      return written(writer.state, admin);
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
    async ({ caller: admin, params, body }) => {
      const { to, typed } = body;
      const from = environmentOf(writer.state, params.environment, admin);
      const caller = callerIn(writer.state, environmentOf(writer.state, String(to), admin), admin);
      await features.copyGates(caller, exactFeatureKey(params.key), from, { typed });
      return written(writer.state, admin);
    },
    {
      ...featureWrite,
      hostedOnly: true,
      body: withExample(GatesCopy, { to: 2 }),
      response: writtenAnswer,
      refuses: [...gateWriteRefusals, "group_not_registered"],
      detail: {
        operationId: "copyGates",
        summary: "Copy the gates to another environment",
        description: "Copies the gates in force here. `typed` is for copies to Production.",
      },
    },
  );
}
