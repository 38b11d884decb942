import type { JsonObject } from "../../text/json-object.ts";
import { chosenEnvironment, isGiven, memberOf, objectsIn, textIn } from "../document-values.ts";

/** A feature in one environment, from any form of document. */
export interface UnleashFeature {
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly isEnabled: boolean;
  readonly isArchived: boolean;
  /** Undefined if the document does not contain them. */
  readonly strategies: readonly JsonObject[] | undefined;
  readonly dependencies: readonly JsonObject[];
  readonly hasVariants: boolean;
}

interface UnleashFeatures {
  readonly format: string;
  readonly features: readonly UnleashFeature[];
}

/** Throws `import_invalid` if the environment is not clear. */
export function unleashFeatures(
  document: JsonObject,
  environment: string | undefined,
): UnleashFeatures {
  const version = memberOf(document, "version");
  const named = typeof version === "number" ? `, version ${version}` : "";
  if (Array.isArray(document.featureEnvironments)) {
    return { format: `export${named}`, features: exported(document, environment) };
  }
  const features = objectsIn(document, "features");
  return features.some((feature) => Array.isArray(feature.environments))
    ? { format: "features of the Admin API", features: ofAdminApi(features, environment) }
    : { format: `features of the Client API${named}`, features: features.map(ofClientApi) };
}

function ofClientApi(feature: JsonObject): UnleashFeature {
  return {
    ...described(feature),
    isEnabled: memberOf(feature, "enabled") === true,
    strategies: strategiesIn(feature),
    dependencies: objectsIn(feature, "dependencies"),
    hasVariants: isGiven(feature, "variants"),
  };
}

function ofAdminApi(
  features: readonly JsonObject[],
  environment: string | undefined,
): readonly UnleashFeature[] {
  const names = features.flatMap((feature) =>
    objectsIn(feature, "environments").map((each) => textIn(each, "name") ?? ""),
  );
  const chosen = chosenEnvironment(names, environment);
  return features.map((feature) => {
    const state = objectsIn(feature, "environments").find(({ name }) => name === chosen) ?? {};
    return {
      ...ofClientApi(feature),
      isEnabled: memberOf(state, "enabled") === true,
      strategies: strategiesIn(state),
      hasVariants: isGiven(state, "variants") || isGiven(feature, "variants"),
    };
  });
}

/** Exports from version 3 on have states and strategies in lists apart from the features. */
function exported(document: JsonObject, environment: string | undefined) {
  const states = objectsIn(document, "featureEnvironments");
  const chosen =
    states.length === 0 && environment === undefined
      ? ""
      : chosenEnvironment(
          states.map((each) => textIn(each, "environment") ?? ""),
          environment,
        );
  const isChosen = (each: JsonObject) => (textIn(each, "environment") ?? chosen) === chosen;
  const statesOf = byFeature(states.filter(isChosen), "featureName");
  const strategiesOf = byFeature(
    objectsIn(document, "featureStrategies").filter(isChosen),
    "featureName",
  );
  const tagsOf = byFeature(objectsIn(document, "featureTags"), "featureName");
  const dependenciesOf = byFeature(objectsIn(document, "dependencies"), "feature");
  const segmentsOf = byFeature(objectsIn(document, "featureStrategySegments"), "featureStrategyId");
  return objectsIn(document, "features").map((feature): UnleashFeature => {
    const common = described(feature);
    const [state = {}] = statesOf.get(common.name) ?? [];
    const tags = (tagsOf.get(common.name) ?? []).map(tagOf);
    return {
      ...common,
      tags: tags.length > 0 ? tags : common.tags,
      isEnabled: memberOf(state, "enabled") === true,
      strategies: Array.isArray(document.featureStrategies)
        ? (strategiesOf.get(common.name) ?? []).map((each) =>
            withSegments(each, segmentsOf.get(textIn(each, "id") ?? "") ?? []),
          )
        : undefined,
      dependencies: [
        ...objectsIn(feature, "dependencies"),
        ...(dependenciesOf.get(common.name) ?? []).flatMap((each) =>
          objectsIn(each, "dependencies"),
        ),
      ],
      hasVariants: isGiven(feature, "variants") || isGiven(state, "variants"),
    };
  });
}

function described(feature: JsonObject) {
  return {
    name: textIn(feature, "name") ?? "",
    description: textIn(feature, "description") ?? null,
    tags: objectsIn(feature, "tags").map(tagOf),
    isArchived: memberOf(feature, "archived") === true || isGiven(feature, "archivedAt"),
  };
}

function strategiesIn(object: JsonObject): readonly JsonObject[] | undefined {
  return Array.isArray(object.strategies) ? objectsIn(object, "strategies") : undefined;
}

/** A tag of the type `simple` has no other name. */
function tagOf(tag: JsonObject): string {
  const type = textIn(tag, "tagType") ?? textIn(tag, "type") ?? "simple";
  const value = textIn(tag, "tagValue") ?? textIn(tag, "value") ?? "";
  return type === "simple" ? value : `${type}:${value}`;
}

function withSegments(strategy: JsonObject, links: readonly JsonObject[]): JsonObject {
  const linked = links.map((link) => memberOf(link, "segmentId"));
  const own = Array.isArray(strategy.segments) ? strategy.segments : [];
  return { ...strategy, segments: [...own, ...linked] };
}

function byFeature(objects: readonly JsonObject[], name: string) {
  return Map.groupBy(objects, (each) => textIn(each, name) ?? "");
}
