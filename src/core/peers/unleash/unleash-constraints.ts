import type { JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute, comparesNow, type OrderOperator } from "../attribute.ts";
import { all, any, type Bounds, limited, never, not, unknown } from "../bounds.ts";
import { asNumber, memberOf, textIn, textsIn } from "../document-values.ts";
import { timeOf } from "../time-of.ts";

const numberOperators: ReadonlyMap<string, OrderOperator> = new Map([
  ["NUM_GT", "GreaterThan"],
  ["NUM_GTE", "GreaterThanOrEqualTo"],
  ["NUM_LT", "LessThan"],
  ["NUM_LTE", "LessThanOrEqualTo"],
]);
const dateOperators: ReadonlyMap<string, OrderOperator> = new Map([
  ["DATE_AFTER", "GreaterThan"],
  ["DATE_BEFORE", "LessThan"],
]);
const textOperator = /^(?:STR_|SEMVER_|REGEX$|IN_CIDR$)/;
/** The text of no number and no boolean starts like this. */
const startOfText = /^[^-\dtfIN]/;
/** Unleash's clients always set them, so a check without them says nothing about Unleash. */
const setByClient: ReadonlySet<string> = new Set(["appName", "environment"]);

/** Unleash converts every value of a context to text before it compares. */
export function unleashAttribute(name: string, ids: ActorIds): Attribute {
  return new Attribute(name, name === "userId" ? ids : undefined);
}

/** A constraint of a strategy or a segment. */
export function constraintBounds(constraint: JsonObject, ids: ActorIds): Bounds {
  const bounds = plainBounds(constraint, ids);
  return memberOf(constraint, "inverted") === true
    ? withoutMissing(constraint, not(bounds))
    : bounds;
}

function plainBounds(constraint: JsonObject, ids: ActorIds): Bounds {
  const name = textIn(constraint, "contextName") ?? "";
  const operator = textIn(constraint, "operator") ?? "";
  const attribute = unleashAttribute(name, ids);
  const order = numberOperators.get(operator);
  const dateOrder = dateOperators.get(operator);
  if (dateOrder !== undefined) {
    return comparesNow(dateOrder, timeOf(memberOf(constraint, "value")));
  }
  if (name === "currentTime") {
    return unknown(`it compares the time with ${operator}`);
  }
  if (operator === "IN") {
    return isIn(attribute, constraint);
  }
  if (operator === "NOT_IN") {
    return withoutMissing(constraint, not(isIn(attribute, constraint)));
  }
  if (order !== undefined || operator === "NUM_EQ") {
    return comparesNumber(attribute, order, asNumber(memberOf(constraint, "value") ?? Number.NaN));
  }
  if (operator === "STR_STARTS_WITH" && memberOf(constraint, "caseInsensitive") !== true) {
    return startsWith(attribute, constraint);
  }
  const loss = `the operator ${operator} of ${name} has no equivalent`;
  return textOperator.test(operator) ? limited(never, attribute.exists(), loss) : unknown(loss);
}

function isIn(attribute: Attribute, constraint: JsonObject): Bounds {
  return any([never, ...valuesIn(constraint).map((value) => attribute.spells(value))]);
}

function valuesIn(constraint: JsonObject): readonly string[] {
  return textsIn(constraint, "values")
    .filter((value) => value !== "")
    .map((value) => value.trim());
}

/** Unleash also compares the text of a number or a boolean. */
function startsWith(attribute: Attribute, constraint: JsonObject): Bounds {
  const starts = valuesIn(constraint).map((value) => attribute.startsWith(value));
  const texts = any([never, ...starts]);
  return valuesIn(constraint).every((value) => startOfText.test(value))
    ? texts
    : limited(
        texts,
        any([texts, not(attribute.isText())]),
        `${attribute.name} is compared as a text, so a number does not match`,
      );
}

/** Unleash also compares texts that contain a number, in any notation of JavaScript. */
function comparesNumber(
  attribute: Attribute,
  order: OrderOperator | undefined,
  number: number,
): Bounds {
  if (Number.isNaN(number)) {
    return never;
  }
  const bounds =
    order === undefined ? attribute.spells(String(number)) : attribute.compares(order, number);
  return limited(
    bounds,
    any([bounds, attribute.isText()]),
    `${attribute.name} is compared as a number, so a text that contains a number does not match`,
  );
}

/** Whether a negated constraint matches; it must not match only because a client does not set it. */
function withoutMissing(constraint: JsonObject, negated: Bounds): Bounds {
  const name = textIn(constraint, "contextName") ?? "";
  return setByClient.has(name)
    ? limited(
        all([negated, new Attribute(name).present()]),
        negated,
        `the Unleash client sets ${name}; here the application must send it as a property`,
      )
    : negated;
}
