import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { asText, isGiven, memberOf, objectIn, objectsIn, textIn } from "../document-values.ts";

/** A feature, or the override of one. */
export interface FlagsmithState {
  readonly name: string;
  readonly isEnabled: boolean;
  /** Whether it has a value or variants, which are not imported. */
  readonly hasValue: boolean;
  /** The lowest number wins. */
  readonly priority: number;
}

export interface FlagsmithSegment {
  readonly key: string;
  readonly rules: readonly JsonObject[];
  readonly overrides: readonly FlagsmithState[];
}

/** An environment, from any form of document. */
export interface FlagsmithContext {
  readonly format: string;
  readonly features: readonly FlagsmithState[];
  readonly segments: readonly FlagsmithSegment[];
  /** The identities with overrides of their own. */
  readonly identities: readonly {
    readonly identifier: string;
    readonly overrides: readonly FlagsmithState[];
  }[];
}

/** Undefined for a document of another form. */
export function flagsmithContext(document: unknown): FlagsmithContext | undefined {
  if (!isJsonObject(document)) {
    return undefined;
  }
  if (Array.isArray(document.feature_states)) {
    return ofEnvironment(document);
  }
  return isJsonObject(document.features) && isJsonObject(document.environment)
    ? ofEvaluation(document)
    : undefined;
}

function ofEnvironment(document: JsonObject): FlagsmithContext {
  const segments = objectsIn(objectIn(document, "project") ?? {}, "segments").map(
    (segment): FlagsmithSegment => ({
      key: asText(memberOf(segment, "id")),
      rules: objectsIn(segment, "rules"),
      overrides: objectsIn(segment, "feature_states").map(stateOf),
    }),
  );
  return {
    format: "environment document",
    features: objectsIn(document, "feature_states").map(stateOf),
    // The engine has them in an object, whose members are in the order of their ids.
    segments: segments.toSorted((left, right) => Number(left.key) - Number(right.key)),
    identities: objectsIn(document, "identity_overrides").map((identity) => ({
      identifier: textIn(identity, "identifier") ?? "",
      overrides: objectsIn(identity, "identity_features").map(stateOf),
    })),
  };
}

function stateOf(state: JsonObject): FlagsmithState {
  const feature = objectIn(state, "feature") ?? {};
  const segment = objectIn(state, "feature_segment") ?? {};
  return {
    name: textIn(feature, "name") ?? "",
    isEnabled: memberOf(state, "enabled") === true,
    hasValue:
      isGiven(state, "feature_state_value") || isGiven(state, "multivariate_feature_state_values"),
    priority: priorityIn(segment),
  };
}

function ofEvaluation(document: JsonObject): FlagsmithContext {
  return {
    format: "evaluation context",
    features: members(document, "features").map(([, feature]) => featureOf(feature)),
    segments: members(document, "segments").map(([key, segment]) => ({
      key: textIn(segment, "key") ?? key,
      rules: objectsIn(segment, "rules"),
      overrides: objectsIn(segment, "overrides").map((override) =>
        ofIdentities(segment, featureOf(override)),
      ),
    })),
    identities: [],
  };
}

/** Overrides of identities come first; the engine gives them a priority that is no JSON. */
function ofIdentities(segment: JsonObject, override: FlagsmithState): FlagsmithState {
  return textIn(segment, "name") === "identity_overrides"
    ? { ...override, priority: Number.NEGATIVE_INFINITY }
    : override;
}

function featureOf(feature: JsonObject): FlagsmithState {
  return {
    name: textIn(feature, "name") ?? "",
    isEnabled: memberOf(feature, "enabled") === true,
    hasValue: isGiven(feature, "value") || isGiven(feature, "variants"),
    priority: priorityIn(feature),
  };
}

/** An override without a priority comes last. */
function priorityIn(object: JsonObject): number {
  const priority = memberOf(object, "priority");
  return typeof priority === "number" ? priority : Number.POSITIVE_INFINITY;
}

function members(document: JsonObject, name: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectIn(document, name) ?? {}).flatMap(([key, value]) =>
    isJsonObject(value) ? [[key, value] as const] : [],
  );
}
