import { Elysia } from "elysia";
import type { Description } from "../../../app/commands/feature-description.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { featureStateOf } from "../../../core/evaluation/gates.ts";
import { expressionFault } from "../../../core/expressions/expression.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { Feature } from "../../../core/model/feature.ts";
import { firstOrganization } from "../../../core/model/first-organization.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import { findFeature, ownToggle, productionOf } from "../../../core/model/state-lookups.ts";
import { sortUtf8 } from "../../../core/text/compare-utf8.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf, projectOf } from "../asked-environment.ts";
import { ListQuery } from "../contract/feature-list-models.ts";
import {
  CreatedFeature,
  DescribedFeature,
  FeatureAnswer,
  FeatureDescriptionChange,
  FeaturePath,
  FeatureRows,
  FeatureToCreate,
  GatesQuery,
} from "../contract/feature-models.ts";
import { ReasonQuery } from "../contract/reason-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { askedColumns } from "./feature-columns.ts";
import { FeatureLists } from "./feature-lists.ts";
import { featureRemoval } from "./feature-removal.ts";
import { featureRow } from "./feature-rows.ts";
import { featureWrite, featureWriteRefusals, writtenAnswer } from "./feature-writes.ts";
import { gatesSummary, shownTags } from "./gates-summary.ts";
import { callerInPath, type UiDependencies, written, writtenStep } from "./ui-dependencies.ts";
import { wholeGates } from "./whole-gates.ts";

const shownActorsMax = 100;

/** Features: the list, one feature, and everything except its gates (docs/admin-api.md#routes). */
export function adminFeatureController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(featureReads(deps, routes))
    .use(featureCreation(deps, routes))
    .use(featureChanges(deps, routes))
    .use(featureRemoval(deps, routes));
}

function featureReads(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const lists = new FeatureLists(deps);
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .get(
      "/environments/:environment/features",
      async ({ caller, params, query, request }) => {
        const environment = environmentOf(writer.state, params.environment, caller);
        if (query.gates === undefined) {
          const columns = askedColumns(writer.state, query.columns, caller);
          return lists.respond(request, environment, columns);
        }
        if (query.columns !== undefined) {
          throw new GatehouseError("input_invalid", {
            message: "columns cannot be combined with gates",
            place: "columns",
          });
        }
        return lists.respondWithGates(request, environment);
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: EnvironmentPath,
        query: ListQuery,
        response: { 200: answered(FeatureRows, "All features, sorted by key") },
        refuses: ["environment_not_found", "input_invalid", "unavailable"],
        detail: {
          operationId: "listFeatures",
          summary: "List the features",
          description: "Lists all features of the project, whose number the plan bounds.",
        },
      },
    )
    .get(
      "/environments/:environment/features/:key",
      async ({ caller, params, query }) =>
        featureAnswer(deps, environmentOf(writer.state, params.environment, caller), {
          key: params.key,
          hasAllGates: query.gates !== undefined,
        }),
      {
        role: "viewer",
        environmentToken: "reader",
        params: FeaturePath,
        query: GatesQuery,
        response: { 200: answered(FeatureAnswer, "The feature with its gates") },
        refuses: [
          "environment_not_found",
          "feature_name_missing",
          "feature_not_found",
          "unavailable",
        ],
        detail: { operationId: "getFeature", summary: "Show a feature" },
      },
    );
}

function featureCreation({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, features } = services;
  return new Elysia({ tags: ["Features"] }).use(routes).post(
    "/environments/:environment/features",
    async ({ caller: adminCaller, params, body }) => {
      const { key: name, mayExist = false, reason: _reason, links: _links, ...described } = body;
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const key = normalizeFeatureKey(name);
      requireMembers(writer.state, described);
      const created = await features.createDescribed(caller, key, described, mayExist);
      return { ...written(writer.state, adminCaller), key, created };
    },
    {
      role: "member",
      environmentToken: "writer",
      params: EnvironmentPath,
      body: withExample(FeatureToCreate, {
        key: "search",
        description: "The new search",
        longevity: "temporary",
        tags: ["web"],
      }),
      response: { 200: answered(CreatedFeature, "The key of the feature") },
      refuses: [
        ...featureWriteRefusals,
        "feature_exists",
        "feature_retired",
        "owner_unknown",
        "quota_exceeded",
      ],
      detail: {
        operationId: "createFeature",
        summary: "Create a feature",
        description: "Creates a feature in every environment, disabled for everyone.",
      },
    },
  );
}

function featureChanges({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, features } = services;
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .patch(
      "/environments/:environment/features/:key",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const { owner, ...described } = body;
        requireMembers(writer.state, described);
        const key = exactFeatureKey(params.key);
        const feature = await features.describe(caller, key, described, owner);
        return {
          ...written(writer.state, adminCaller),
          feature: describedFeature(writer.state, feature),
        };
      },
      {
        ...featureWrite,
        body: withExample(FeatureDescriptionChange, {
          description: "The new search",
          tags: ["web"],
        }),
        response: { 200: answered(DescribedFeature, "The feature after the change") },
        refuses: [...featureWriteRefusals, "owner_unknown", "parameter_invalid"],
        detail: {
          operationId: "describeFeature",
          summary: "Describe a feature",
          description: "Changes the members that the body has, in every environment.",
        },
      },
    )
    .delete(
      "/environments/:environment/features/:key/override",
      async ({ caller: adminCaller, params }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        await features.mirror(caller, exactFeatureKey(params.key));
        return writtenStep(writer.state, adminCaller, caller);
      },
      {
        ...featureWrite,
        hostedOnly: true,
        query: ReasonQuery,
        response: writtenAnswer,
        refuses: [...featureWriteRefusals, "parameter_invalid"],
        detail: {
          operationId: "deleteOverride",
          summary: "Follow Production again",
          description: "Deletes the environment's own gates of this feature.",
        },
      },
    );
}

/** Throws `owner_unknown` for an owner who is not a member. */
function requireMembers(state: State, { ownerId }: Partial<Description>): void {
  const members = state.organizationMembers.get(firstOrganization(state).id);
  if (ownerId !== undefined && ownerId !== null && members?.has(ownerId) !== true) {
    throw new GatehouseError("owner_unknown", { place: "ownerId" });
  }
}

function describedFeature(state: State, feature: Feature) {
  const { key, description, longevity, tags, createdAt } = feature;
  return {
    ...{ key, description, longevity, tags, createdAt },
    owner: personOf(state, feature.ownerId),
    creator: personOf(state, feature.creatorId),
  };
}

async function featureAnswer(
  { services, now, hostGroups }: UiDependencies,
  environment: Environment,
  asked: { readonly key: string; readonly hasAllGates: boolean },
): Promise<FeatureAnswer> {
  const key = exactFeatureKey(asked.key);
  const { writer, snapshots, lastChanges } = services;
  const changes = await lastChanges.of(environment);
  const { state } = writer;
  const feature = findFeature(state, environment.projectId, key);
  const gates = snapshots.of(state, environment).find(key)?.gates;
  if (feature === undefined || gates === undefined) {
    throw new GatehouseError("feature_not_found");
  }
  const project = projectOf(state, environment);
  const production = productionOf(state, environment.projectId);
  const isOverridden =
    environment.id !== production.id && ownToggle(state, environment, key) !== undefined;
  const ofProduction = isOverridden ? ownToggle(state, production, key) : undefined;
  return {
    ...featureRow({ state, rule: project, environment, changes, now: now() }, feature, gates),
    creator: personOf(state, feature.creatorId),
    expression: gates.expression,
    expressionFault: gates.expression === null ? null : expressionFault(gates.expression),
    groups: [...gates.groups],
    actors: gates.actors.slice(0, shownActorsMax),
    gateTags: shownTags(gates),
    knownGroups: sortUtf8([...(hostGroups ?? state.groups.get(project.id) ?? [])]),
    allowsUnknownGroups: hostGroups !== undefined || !project.isStrictAboutGroups,
    revision: state.revisions.get(project.id) ?? 0,
    ...(asked.hasAllGates ? { allGates: wholeGates(gates) } : {}),
    overrides: overridesOf(state, environment.projectId, key),
    production: ofProduction === undefined ? null : gatesSummary(ofProduction.gates),
  };
}

const overridesMax = 100;

/** The environments that have own gates of a feature, in the order of their creation. */
function overridesOf(state: State, projectId: number, key: string): FeatureAnswer["overrides"] {
  return [...state.environments.values()]
    .filter((environment) => environment.projectId === projectId)
    .flatMap((environment) => {
      const gates = ownToggle(state, environment, key)?.gates;
      return gates === undefined
        ? []
        : [
            {
              environment: environment.id,
              state: featureStateOf(gates),
              gates: gatesSummary(gates),
            },
          ];
    })
    .slice(0, overridesMax);
}
