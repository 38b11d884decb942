import type { Description } from "../../commands/feature-description.ts";
import { GatehouseError } from "../../errors.ts";
import { expressionFault } from "../../expressions/expression.ts";
import { firstOrganization } from "../../model/first-organization.ts";
import { personOf } from "../../model/person.ts";
import type { State } from "../../model/state.ts";
import { findFeature, ownToggle, productionOf } from "../../model/state-lookups.ts";
import { sortUtf8 } from "../../text/compare-utf8.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../toggles/feature-key.ts";
import type { FeatureAnswer } from "../contract/feature-routes.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { FeatureLists } from "./feature-lists.ts";
import { featureRow } from "./feature-rows.ts";
import { gatesSummary, shownTags } from "./gates-summary.ts";
import {
  callerOf,
  environmentOfId,
  type UiDependencies,
  uiProject,
  written,
} from "./ui-dependencies.ts";

type FeatureRoute =
  | "GET /environments/:environment/features"
  | "POST /environments/:environment/features"
  | "GET /environments/:environment/features/:key"
  | "PATCH /environments/:environment/features/:key"
  | "DELETE /environments/:environment/features/:key"
  | "DELETE /environments/:environment/features/:key/override";

const shownActorsMax = 100;

/** Features: the list, one of them, and what is not a gate. */
export function featureHandlers(deps: UiDependencies): HandlersOf<FeatureRoute> {
  const { services } = deps;
  const { writer, editor } = services;
  const lists = new FeatureLists(deps);
  return {
    "GET /environments/:environment/features": ({ params, request }) =>
      lists.respond(request, environmentOfId(writer.state, params.environment)),

    async "POST /environments/:environment/features"(input) {
      const { key: name, ...described } = input.body;
      const caller = callerOf(writer.state, input);
      const key = normalizeFeatureKey(name);
      requireMembers(writer.state, described);
      if (findFeature(writer.state, caller.environment.projectId, key) !== undefined) {
        throw new UiRefusal("feature_exists", { place: "key" });
      }
      await editor.create(caller, key);
      if (Object.keys(described).length > 0) {
        await editor.describe(caller, key, described);
      }
      return { ...written(writer.state), key };
    },

    "GET /environments/:environment/features/:key": ({ params }) =>
      featureAnswer(deps, params.environment, exactFeatureKey(params.key)),

    async "PATCH /environments/:environment/features/:key"(input) {
      const caller = callerOf(writer.state, input);
      requireMembers(writer.state, input.body);
      await editor.describe(caller, exactFeatureKey(input.params.key), input.body);
      return written(writer.state);
    },

    async "DELETE /environments/:environment/features/:key"(input) {
      const caller = callerOf(writer.state, input);
      await editor.remove(caller, exactFeatureKey(input.params.key), input.body);
      return written(writer.state);
    },

    async "DELETE /environments/:environment/features/:key/override"(input) {
      const caller = callerOf(writer.state, input);
      await editor.mirror(caller, exactFeatureKey(input.params.key));
      return written(writer.state);
    },
  };
}

/** Throws `owner_unknown` for an owner who is not a member. */
function requireMembers(state: State, { ownerId }: Partial<Description>): void {
  const members = state.organizationMembers.get(firstOrganization(state).id);
  if (ownerId !== undefined && ownerId !== null && members?.has(ownerId) !== true) {
    throw new UiRefusal("owner_unknown", { place: "ownerId" });
  }
}

async function featureAnswer(
  { services, now, hostGroups }: UiDependencies,
  environmentId: string,
  key: string,
): Promise<FeatureAnswer> {
  const { writer, snapshots, lastChanges } = services;
  const environment = environmentOfId(writer.state, environmentId);
  const changes = await lastChanges.of(environment);
  const { state } = writer;
  const feature = findFeature(state, environment.projectId, key);
  const gates = snapshots.of(state, environment).find(key)?.gates;
  if (feature === undefined || gates === undefined) {
    throw new GatehouseError("feature_not_found");
  }
  const project = uiProject(state);
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
    production: ofProduction === undefined ? null : gatesSummary(ofProduction.gates),
  };
}
