import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import { Attribute, type OrderOperator } from "../attribute.ts";
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
import {
  asText,
  chosenEnvironment,
  isTrueWord,
  mapEach,
  memberOf,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  textsIn,
  unreadable,
} from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";

const booleanType = "BOOLEAN_FLAG_TYPE";
const defaultNamespace = "default";

/** Flipt: `flipt export`, and features.yaml of its declarative storage. */
export const flipt: Peer = { title: "Flipt", recognizes, translate };

function recognizes(document: unknown): boolean {
  return documentsIn(document).length > 0;
}

function documentsIn(document: unknown): readonly JsonObject[] {
  const documents = Array.isArray(document) ? document : [document];
  const found = documents.filter(isJsonObject).filter(isFliptDocument);
  return found.length === documents.filter((each) => each !== null).length ? found : [];
}

function isFliptDocument(document: JsonObject): boolean {
  return (
    Array.isArray(memberOf(document, "flags")) &&
    objectsIn(document, "flags").every(isFliptFlag) &&
    ["version", "namespace", "segments"].some((name) => Object.hasOwn(document, name))
  );
}

function isFliptFlag(flag: JsonObject): boolean {
  return (
    textIn(flag, "key") !== undefined &&
    !["filters", "environments", "strategies"].some((name) => Object.hasOwn(flag, name))
  );
}

function translate(document: unknown, options: PeerOptions): Translation {
  const documents = documentsIn(document);
  if (documents.length === 0) {
    throw unreadable("it has no list named flags; flipt export writes one");
  }
  const chosen = chosenEnvironment(documents.map(namespaceOf), options.environment);
  const own = documents.filter((each) => namespaceOf(each) === chosen);
  const ids = new ActorIds(options.actorId);
  const segments = new Map(
    own
      .flatMap((each) => objectsIn(each, "segments"))
      .map((each) => [textIn(each, "key") ?? "", each]),
  );
  const reader = new FliptReader(ids, segments);
  const version = own.map((each) => textIn(each, "version")).find((each) => each !== undefined);
  return {
    format: `namespace ${chosen}${version === undefined ? "" : `, version ${version}`}`,
    features: mapEach(
      own.flatMap((each) => objectsIn(each, "flags")),
      (flag) => reader.feature(flag),
    ),
  };
}

function namespaceOf(document: JsonObject): string {
  const namespace = memberOf(document, "namespace");
  return isJsonObject(namespace)
    ? (textIn(namespace, "key") ?? defaultNamespace)
    : typeof namespace === "string" && namespace !== ""
      ? namespace
      : defaultNamespace;
}

class FliptReader {
  readonly #ids: ActorIds;
  readonly #segments: ReadonlyMap<string, JsonObject>;

  constructor(ids: ActorIds, segments: ReadonlyMap<string, JsonObject>) {
    this.#ids = ids;
    this.#segments = segments;
  }

  feature(flag: JsonObject): TranslatedFeature {
    const key = textIn(flag, "key") ?? "";
    const description = textIn(flag, "description") ?? null;
    return { key, description, enabled: this.#enabled(flag) };
  }

  #enabled(flag: JsonObject): Bounds | string {
    if (memberOf(flag, "type") !== booleanType) {
      return "it has variants; only boolean flags can be imported";
    }
    const rules = objectsIn(flag, "rollouts").map((rollout) => this.#rule(rollout));
    return firstMatch(rules, isTrueWord(memberOf(flag, "enabled")) ? always : never);
  }

  #rule(rollout: JsonObject): Rule {
    const threshold = objectIn(rollout, "threshold");
    if (threshold !== undefined) {
      // There a bucket is a whole number from 0 to 99, so decimals count up.
      const percentage = Math.ceil(numberIn(threshold, "percentage") ?? 0);
      const id = new Attribute("entity id", this.#ids);
      const share = id.rollout(percentage, "flipt");
      const result = resultOf(threshold);
      // There a check without an actor has a bucket too.
      const isForMissing = result === never && share !== never;
      return { condition: isForMissing ? any([share, not(id.present())]) : share, result };
    }
    const segment = objectIn(rollout, "segment");
    return segment === undefined
      ? { condition: unknown("it has a rollout of an unknown kind"), result: never }
      : { condition: this.#segmentRule(segment), result: resultOf(segment) };
  }

  #segmentRule(rule: JsonObject): Bounds {
    const single = textIn(rule, "key") ?? "";
    const keys = single === "" ? textsIn(rule, "keys") : [single];
    const segments = [...new Set(keys)].map((key) => this.#segment(key));
    return textIn(rule, "operator") === "AND_SEGMENT_OPERATOR" ? all(segments) : any(segments);
  }

  #segment(key: string): Bounds {
    const segment = this.#segments.get(key);
    if (segment === undefined) {
      return unknown(`its segment ${key} is missing`);
    }
    const constraints = objectsIn(segment, "constraints").map((each) => this.#constraint(each));
    const isAny = textIn(segment, "match_type") === "ANY_MATCH_TYPE";
    return isAny && constraints.length > 0 ? any(constraints) : all(constraints);
  }

  #constraint(constraint: JsonObject): Bounds {
    const type = textIn(constraint, "type") ?? "";
    const operator = textIn(constraint, "operator") ?? "";
    const value = memberOf(constraint, "value");
    const text = value === undefined || value === null ? "" : asText(value);
    const attribute = new Attribute(
      textIn(constraint, "property") ?? "",
      type === "ENTITY_ID_COMPARISON_TYPE" ? this.#ids : undefined,
    );
    switch (type) {
      case "STRING_COMPARISON_TYPE":
      case "ENTITY_ID_COMPARISON_TYPE":
        return textConstraint(attribute, operator, text);
      case "NUMBER_COMPARISON_TYPE":
        return presence(attribute, operator) ?? numberConstraint(attribute, operator, text);
      case "BOOLEAN_COMPARISON_TYPE":
        return presence(attribute, operator) ?? booleanConstraint(attribute, operator);
      case "DATETIME_COMPARISON_TYPE":
        return presence(attribute, operator) ?? lost(attribute, "a date", operator);
      default:
        return unknown(`a constraint has the unknown type ${type}`);
    }
  }
}

/** Without a value, Flipt reads false. */
function resultOf(rule: JsonObject): Bounds {
  return isTrueWord(memberOf(rule, "value")) ? always : never;
}

function presence(attribute: Attribute, operator: string): Bounds | undefined {
  if (operator === "present") {
    return attribute.present();
  }
  return operator === "notpresent" ? not(attribute.present()) : undefined;
}

function lost(attribute: Attribute, what: string, operator: string): Bounds {
  return all([attribute.present(), unknown(`${what} is compared: ${attribute.name} ${operator}`)]);
}

function textConstraint(attribute: Attribute, operator: string, text: string): Bounds {
  const present = attribute.present();
  switch (operator) {
    case "empty":
      return not(present);
    case "notempty":
      return present;
    case "eq":
      return text === "" ? never : attribute.spells(text);
    case "neq":
      return all([present, not(attribute.spells(text))]);
    case "isoneof":
    case "isnotoneof": {
      const texts = elementsOf(text);
      if (!texts?.every((each) => typeof each === "string")) {
        return lost(attribute, "a list", operator);
      }
      const equal = texts.filter((each) => each !== "").map((each) => attribute.spells(each));
      return operator === "isoneof" ? any(equal) : all([present, ...equal.map(not)]);
    }
    default:
      return lost(attribute, "a part of a text", operator);
  }
}

const comparisons: ReadonlyMap<string, OrderOperator> = new Map<string, OrderOperator>([
  ["lt", "LessThan"],
  ["lte", "LessThanOrEqualTo"],
  ["gt", "GreaterThan"],
  ["gte", "GreaterThanOrEqualTo"],
]);
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberConstraint(attribute: Attribute, operator: string, text: string): Bounds {
  // Flipt's clients send all values as texts, so a text may spell a number.
  const spelled = all([
    attribute.isText(),
    attribute.present(),
    unknown(`${attribute.name} is compared as a number, also if it is a text`),
  ]);
  if (operator === "isoneof" || operator === "isnotoneof") {
    const numbers = elementsOf(text);
    if (!numbers?.every((each) => typeof each === "number")) {
      return lost(attribute, "a list", operator);
    }
    const equal = numbers.map((each) => attribute.equals(each));
    const isOneOf = operator === "isoneof";
    return any([isOneOf ? any(equal) : all([attribute.isNumber(), ...equal.map(not)]), spelled]);
  }
  if (!decimal.test(text)) {
    return lost(attribute, "a number", operator);
  }
  const number = Number(text);
  const comparison = comparisons.get(operator);
  if (comparison !== undefined) {
    return any([attribute.compares(comparison, number), spelled]);
  }
  const equal = attribute.equals(number);
  switch (operator) {
    case "eq":
      return any([equal, spelled]);
    case "neq":
      return any([all([attribute.isNumber(), not(equal)]), spelled]);
    default:
      return lost(attribute, "a number", operator);
  }
}

const trueTexts = ["1", "t", "T", "TRUE", "true", "True"];
const falseTexts = ["0", "f", "F", "FALSE", "false", "False"];

function booleanConstraint(attribute: Attribute, operator: string): Bounds {
  switch (operator) {
    case "true":
      return any(trueTexts.map((text) => attribute.spells(text)));
    case "false":
      return any(falseTexts.map((text) => attribute.spells(text)));
    default:
      return lost(attribute, "a boolean", operator);
  }
}

/** The elements of a list as JSON; undefined for another text. */
function elementsOf(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
