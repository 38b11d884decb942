import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import { all, always, type Bounds, firstMatch, never, not, type Rule, unknown } from "../bounds.ts";
import { mapEach, memberOf, objectIn, objectsIn, textIn, unreadable } from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";
import { reference } from "../reference.ts";
import { GrowthBookConditions } from "./growthbook-conditions.ts";
import { ruleBounds, valuesOf } from "./growthbook-rules.ts";

/** GrowthBook: the payload of an SDK connection. */
export const growthbook: Peer = {
  title: "GrowthBook",
  matchesLists: true,
  recognizes: (document) => {
    const features = isJsonObject(document) ? Object.values(featuresIn(document) ?? {}) : [];
    return features.some(isFeature) && features.every(isJsonObject);
  },
  translate: (document, options) => {
    const features = isJsonObject(document) ? featuresIn(document) : undefined;
    if (!isJsonObject(document) || features === undefined) {
      const isEncrypted =
        isJsonObject(document) && textIn(document, "encryptedFeatures") !== undefined;
      throw unreadable(
        isEncrypted
          ? "its features are encrypted; use an SDK connection without encryption"
          : "a document of GrowthBook needs an object named features, as /api/features/CLIENT_KEY answers",
      );
    }
    return translateFeatures(document, features, options);
  },
};

function featuresIn(document: JsonObject): JsonObject | undefined {
  return objectIn(document, "features");
}

/** A feature of a payload has a default or rules, which no feature with gates has. */
function isFeature(feature: unknown): boolean {
  return (
    isJsonObject(feature) &&
    (Object.hasOwn(feature, "defaultValue") || Array.isArray(feature.rules))
  );
}

function translateFeatures(
  document: JsonObject,
  features: JsonObject,
  options: PeerOptions,
): Translation {
  const conditions = new GrowthBookConditions(document, new ActorIds(options.actorId));
  const translated = new GrowthBookFeatures(features, conditions);
  return {
    format: "payload of an SDK connection",
    features: mapEach(
      Object.keys(features),
      (key): TranslatedFeature => ({ key, enabled: translated.enabled(key) }),
    ),
    notes: ["the actor's id is the attribute id; all other attributes are properties"],
  };
}

/** How many features need others in a chain, at most. */
const chainMax = 100;

class GrowthBookFeatures {
  readonly #features: JsonObject;
  readonly #conditions: GrowthBookConditions;
  /** Undefined while a feature is being read. */
  readonly #bounds = new Map<string, Bounds | string | undefined>();
  /**
   * Features that need themselves, or a feature that does: their value is null there. Also those in
   * chains that are too long, as they may end in a circle.
   */
  readonly #failing = new Set<string>();
  #openCount = 0;

  constructor(features: JsonObject, conditions: GrowthBookConditions) {
    this.#features = features;
    this.#conditions = conditions;
  }

  enabled(key: string): Bounds | string {
    const known = this.#bounds.get(key);
    if (known !== undefined) {
      return known;
    }
    if (this.#bounds.has(key)) {
      this.#failing.add(key);
      return unknown(`the feature ${key} needs itself`);
    }
    if (this.#openCount === chainMax) {
      this.#failing.add(key);
      return unknown("it needs features in a chain that is too long");
    }
    this.#openCount++;
    this.#bounds.set(key, undefined);
    const feature = objectIn(this.#features, key) ?? {};
    const bounds = isBoolean(feature)
      ? this.#translated(key, feature)
      : "its values are not boolean";
    this.#openCount--;
    this.#bounds.set(key, bounds);
    return bounds;
  }

  #translated(key: string, feature: JsonObject): Bounds {
    const rules = objectsIn(feature, "rules").flatMap((rule): readonly Rule[] => {
      const parents = objectsIn(rule, "parentConditions").map((each) => ({
        isGate: memberOf(each, "gate") === true,
        bounds: this.#parent(each),
      }));
      if (objectsIn(rule, "parentConditions").some((each) => this.#isFailing(each))) {
        this.#failing.add(key);
        const failed = unknown(
          "it has a rule that needs features in a circle or in a chain that is too long",
        );
        return [{ condition: failed, result: failed }];
      }
      const blocked: Rule[] = [];
      for (const [index, parent] of parents.entries()) {
        if (parent.isGate) {
          const before = parents.slice(0, index).map(({ bounds }) => bounds);
          blocked.push({ condition: all([...before, not(parent.bounds)]), result: never });
        }
      }
      const needed = all([always, ...parents.map(({ bounds }) => bounds)]);
      return [
        ...blocked,
        ...ruleBounds(rule, key, this.#conditions).map(({ condition, result }) => ({
          condition: all([needed, condition]),
          result,
        })),
      ];
    });
    return firstMatch(rules, memberOf(feature, "defaultValue") === true ? always : never);
  }

  /** Only after `#parent`. */
  #isFailing(parent: JsonObject): boolean {
    return this.#failing.has(textIn(parent, "id") ?? "");
  }

  /** A condition on the value of another feature. */
  #parent(parent: JsonObject): Bounds {
    const key = textIn(parent, "id") ?? "";
    const feature = objectIn(this.#features, key);
    const condition = objectIn(parent, "condition") ?? {};
    const expected = expectedValue(condition);
    const bounds = feature === undefined ? undefined : this.enabled(key);
    if (feature === undefined || typeof bounds !== "object" || expected === undefined) {
      return unknown(`it needs the feature ${key} with a value other than true or false`);
    }
    const enabled = reference(key, bounds);
    // A feature that a gate blocks has the value null, which is neither true nor false.
    return expected ? enabled : mayBeNull(feature) ? unknown(blockedLoss(key)) : not(enabled);
  }
}

function blockedLoss(key: string): string {
  return `it needs the feature ${key} to be disabled, which other features can block`;
}

/** The value of `{"value": true}` and its other forms. */
function expectedValue(condition: JsonObject): boolean | undefined {
  const [name, second] = Object.keys(condition);
  const value = name === "value" && second === undefined ? condition.value : undefined;
  const equal = isJsonObject(value) && Object.keys(value).join() === "$eq" ? value.$eq : value;
  return typeof equal === "boolean" ? equal : undefined;
}

function mayBeNull(feature: JsonObject): boolean {
  return (
    typeof memberOf(feature, "defaultValue") !== "boolean" ||
    objectsIn(feature, "rules").some((rule) => objectsIn(rule, "parentConditions").length > 0)
  );
}

/** A missing default is null, which is not enabled. */
function isBoolean(feature: JsonObject): boolean {
  const values = objectsIn(feature, "rules").flatMap(valuesOf);
  const given = memberOf(feature, "defaultValue") ?? null;
  return (
    values.every((value) => typeof value === "boolean") &&
    (typeof given === "boolean" || (given === null && values.length > 0))
  );
}
