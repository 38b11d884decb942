import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import { Attribute, type OrderOperator } from "../attribute.ts";
import { all, always, any, type Bounds, never, not, unknown } from "../bounds.ts";
import {
  asText,
  isGiven,
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

/** PostHog: the definitions for local evaluation, and the list of its API. */
export const posthog: Peer = { title: "PostHog", recognizes, translate };

const percent = 100;
const userId = "distinct_id";

function flagsIn(document: unknown): readonly JsonObject[] | undefined {
  const list = isJsonObject(document)
    ? (memberOf(document, "flags") ?? memberOf(document, "results"))
    : undefined;
  return Array.isArray(list) && list.every((each) => isJsonObject(each) && isPosthogFlag(each))
    ? list.filter(isJsonObject)
    : undefined;
}

function isPosthogFlag(flag: JsonObject): boolean {
  return textIn(flag, "key") !== undefined && objectIn(flag, "filters") !== undefined;
}

function recognizes(document: unknown): boolean {
  const flags = flagsIn(document);
  return (
    flags !== undefined &&
    (flags.length > 0 || (isJsonObject(document) && Object.hasOwn(document, "group_type_mapping")))
  );
}

function translate(document: unknown, options: PeerOptions): Translation {
  const flags = flagsIn(document);
  if (flags === undefined) {
    throw unreadable(
      "it has no list named flags; GET /flags/definitions?token=TOKEN of PostHog answers with one",
    );
  }
  const ids = new ActorIds(options.actorId);
  return {
    format: "local evaluation",
    features: mapEach(
      flags.filter((flag) => memberOf(flag, "deleted") !== true),
      (flag) => translated(flag, ids),
    ),
  };
}

function translated(flag: JsonObject, ids: ActorIds): TranslatedFeature {
  return {
    key: textIn(flag, "key") ?? "",
    description: textIn(flag, "name") ?? null,
    tags: textsIn(flag, "tags"),
    enabled: enabled(flag, ids),
  };
}

/** Filters of a flag that decide before its conditions. */
const deciding = {
  super_groups: "its early access decides before its conditions",
  holdout: "its holdout decides before its conditions",
  holdout_groups: "its holdout decides before its conditions",
} as const;

function enabled(flag: JsonObject, ids: ActorIds): Bounds | string {
  const filters = objectIn(flag, "filters") ?? {};
  const variants = objectsIn(objectIn(filters, "multivariate") ?? {}, "variants");
  if (variants.length > 0) {
    return "it has variants; only flags with the release type boolean can be imported";
  }
  if (memberOf(flag, "active") !== true) {
    return never;
  }
  const lost = Object.entries(deciding).find(([name]) => isGiven(filters, name));
  if (lost !== undefined) {
    return unknown(lost[1]);
  }
  const bucketing = textIn(flag, "bucketing_identifier");
  const bucket =
    bucketing === "device_id" ? new Attribute("$device_id") : new Attribute(userId, ids);
  const isEarlyExit = memberOf(filters, "early_exit") === true;
  const aggregation = memberOf(filters, "aggregation_group_type_index") ?? null;
  let result: Bounds = never;
  for (const condition of objectsIn(filters, "groups").toReversed()) {
    const own = memberOf(condition, "aggregation_group_type_index");
    const index = own === undefined ? aggregation : own;
    const matches =
      index === null
        ? all(objectsIn(condition, "properties").map((each) => property(each, ids)))
        : unknown("it is decided for groups, such as companies");
    const percentage = numberIn(condition, "rollout_percentage") ?? percent;
    const isWhole = percentage >= percent;
    const share = isWhole ? always : bucket.rollout(percentage, "posthog");
    // A property that is null is set there, and missing here.
    const others = any([matches, unknown("its early exit ends at a property that may be null")]);
    result =
      isEarlyExit && !isWhole
        ? any([all([matches, share]), all([not(others), result])])
        : any([all([matches, share]), result]);
  }
  return bucket.isActorId ? result : all([bucket.present(), result]);
}

const comparisons: ReadonlyMap<string, OrderOperator> = new Map<string, OrderOperator>([
  ["lt", "LessThan"],
  ["lte", "LessThanOrEqualTo"],
  ["gt", "GreaterThan"],
  ["gte", "GreaterThanOrEqualTo"],
]);

function property(filter: JsonObject, ids: ActorIds): Bounds {
  const type = textIn(filter, "type") ?? "person";
  const key = asText(memberOf(filter, "key") ?? "");
  if (type !== "person") {
    return unknown(kindsOf[type] ?? `a condition has the kind ${type}`);
  }
  const attribute = new Attribute(key, key === userId ? ids : undefined);
  const operator = textIn(filter, "operator") ?? "exact";
  const value = memberOf(filter, "value");
  const result = propertyIs(attribute, operator, value);
  return memberOf(filter, "negation") === true ? unknown(`${key} has a negation`) : result;
}

const kindsOf: Readonly<Record<string, string>> = {
  cohort: "a condition has a cohort",
  flag: "a condition has another flag",
  group: "a condition has a property of a group",
};

function propertyIs(attribute: Attribute, operator: string, value: unknown): Bounds {
  const comparison = comparisons.get(operator);
  if (comparison !== undefined) {
    return compared(attribute, comparison, value);
  }
  switch (operator) {
    case "is_set":
      return attribute.exists();
    case "is_not_set":
      // A property that is null is set there, and missing here.
      return all([not(attribute.exists()), unknown(`${attribute.name} may be set to null`)]);
    case "exact":
    case "is_not":
      return exact(attribute, Array.isArray(value) ? value : [value], operator === "exact");
    default:
      return unknown(`${attribute.name} is compared by ${operator}`);
  }
}

/** A text is compared as a number if it starts with one, and as a text otherwise. */
function compared(attribute: Attribute, comparison: OrderOperator, value: unknown): Bounds {
  const number = typeof value === "number" ? value : Number(asText(value).trim() || Number.NaN);
  const loss = `${attribute.name} is compared as a number, also if it is a text`;
  const others = all([any([attribute.isText(), attribute.isBoolean()]), unknown(loss)]);
  return Number.isFinite(number)
    ? any([attribute.compares(comparison, number), others])
    : unknown(`${attribute.name} is compared with a text`);
}

const letters = /\p{L}|\p{M}/u;
const trueText = /^true$/i;
const truth = /^(?:true|false)$/i;

/**
 * Compares the values as texts without regard to case. Without the property the server decides, so
 * that only its presence is safe for `is_not`.
 */
function exact(attribute: Attribute, values: readonly unknown[], isExact: boolean): Bounds {
  const loss = `PostHog compares ${attribute.name} without regard to upper and lower case`;
  const texts = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const isTruth = values.length === 0 || values.some((value) => truth.test(asText(value)));
  const hasLetters = texts.some((text) => text === undefined || letters.test(text));
  if (isTruth) {
    return truthIs(attribute, values, isExact);
  }
  const equal = any(texts.map((text) => attribute.spells(text ?? "")));
  if (isExact) {
    return hasLetters ? any([equal, all([attribute.isText(), unknown(loss)])]) : equal;
  }
  const other = all([attribute.exists(), not(equal)]);
  return hasLetters
    ? any([all([other, not(attribute.isText())]), all([attribute.isText(), unknown(loss)])])
    : other;
}

/** A target that is true or false is compared with whether the value is true. */
function truthIs(attribute: Attribute, values: readonly unknown[], isExact: boolean): Bounds {
  const [value, second] = values;
  const loss = unknown(`${attribute.name} is compared with true or false`);
  const others = all([any([attribute.isText(), attribute.isNumber()]), loss]);
  if (value === undefined || second !== undefined || attribute.isActorId) {
    return loss;
  }
  const isTrue = trueText.test(asText(value)) === isExact;
  return any([attribute.equals(isTrue), attribute.equals(String(isTrue)), others]);
}
