import type { JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import { Attribute } from "../attribute.ts";
import {
  all,
  always,
  any,
  type Bounds,
  firstMatch,
  never,
  not,
  type Rule,
  unknown,
} from "../bounds.ts";
import { mapEach, objectsIn, textIn, unreadable } from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";
import { flagsmithCondition } from "./flagsmith-conditions.ts";
import {
  type FlagsmithContext,
  type FlagsmithSegment,
  type FlagsmithState,
  flagsmithContext,
} from "./flagsmith-context.ts";

/** Flagsmith: the environment document of server-side SDKs, and the context of its engine. */
export const flagsmith: Peer = {
  title: "Flagsmith",
  recognizes: (document) => flagsmithContext(document) !== undefined,
  translate: (document, options) => {
    const context = flagsmithContext(document);
    if (context === undefined) {
      throw unreadable(
        "a document of Flagsmith needs feature_states, as /api/v1/environment-document/ answers",
      );
    }
    return translateContext(context, options);
  },
};

function translateContext(context: FlagsmithContext, options: PeerOptions): Translation {
  const ids = new ActorIds(options.actorId);
  const segments = context.segments
    .filter(({ overrides }) => overrides.length > 0)
    .map((segment) => ({ segment, condition: segmentBounds(segment, ids) }));
  return {
    format: context.format,
    features: mapEach(context.features, (feature): TranslatedFeature => {
      const rules = segments.flatMap(({ segment, condition }) =>
        overridesOf(segment.overrides, feature.name).map((override) => ({ override, condition })),
      );
      const ordered = rules.toSorted((left, right) => compare(left.override, right.override));
      const enabled = firstMatch(
        [
          ...identityRules(context, feature.name, ids),
          ...ordered.map(
            ({ override, condition }): Rule => ({ condition, result: resultOf(override) }),
          ),
        ],
        resultOf(feature),
      );
      return {
        key: feature.name,
        enabled,
        notes: feature.hasValue ? ["its value is not imported"] : [],
      };
    }),
    notes: ["the actor's id is the identifier of the identity; traits are properties"],
  };
}

/** Overrides of identities come before all others. */
function identityRules(context: FlagsmithContext, name: string, ids: ActorIds): readonly Rule[] {
  const id = new Attribute("identifier", ids);
  const listed = context.identities.flatMap(({ identifier, overrides }) =>
    overridesOf(overrides, name).map(({ isEnabled }) => ({ identifier, isEnabled })),
  );
  return [true, false].map((isEnabled) => ({
    condition: any([
      never,
      ...listed
        .filter((each) => each.isEnabled === isEnabled)
        .map(({ identifier }) =>
          // The engine of Node joins identifiers with commas.
          identifier.includes(",") || identifier.startsWith("[")
            ? unknown(`it has an override for the identifier ${identifier}`)
            : id.equals(identifier),
        ),
    ]),
    result: isEnabled ? always : never,
  }));
}

/** The one override of a feature in a segment: the first one of the lowest priority. */
function overridesOf(
  overrides: readonly FlagsmithState[],
  name: string,
): readonly FlagsmithState[] {
  return overrides
    .filter((each) => each.name === name)
    .toSorted(compare)
    .slice(0, 1);
}

function compare(left: FlagsmithState, right: FlagsmithState): number {
  return left.priority === right.priority ? 0 : left.priority - right.priority;
}

function resultOf({ isEnabled }: FlagsmithState): Bounds {
  return isEnabled ? always : never;
}

/** A segment needs all its rules, and an identity. One without rules has no members. */
function segmentBounds(segment: FlagsmithSegment, ids: ActorIds): Bounds {
  if (segment.rules.length === 0) {
    return never;
  }
  const rules = segment.rules.map((rule) => ruleBounds(rule, segment.key, ids));
  // Without an identity, only a negation could match.
  const identity = new Attribute("identifier", ids).present();
  return all([...rules, ...(segment.rules.some(mayMatchNothing) ? [identity] : [])]);
}

function ruleBounds(rule: JsonObject, key: string, ids: ActorIds): Bounds {
  const conditions = objectsIn(rule, "conditions").map((each) =>
    flagsmithCondition(each, key, ids),
  );
  const rules = objectsIn(rule, "rules").map((each) => ruleBounds(each, key, ids));
  const type = textIn(rule, "type") ?? "";
  return all([joined(type, conditions), joined(type, rules)]);
}

function joined(type: string, operands: readonly Bounds[]): Bounds {
  if (operands.length === 0) {
    return always;
  }
  switch (type) {
    case "ALL":
      return all(operands);
    case "ANY":
      return any(operands);
    case "NONE":
      return not(any(operands));
    default:
      return unknown(`it has a rule of the type ${type}`);
  }
}

function mayMatchNothing(rule: JsonObject): boolean {
  const conditions = objectsIn(rule, "conditions");
  const rules = objectsIn(rule, "rules");
  return (
    textIn(rule, "type") === "NONE" ||
    (conditions.length === 0 && rules.length === 0) ||
    conditions.some((each) => textIn(each, "operator") === "IS_NOT_SET") ||
    rules.some(mayMatchNothing)
  );
}
