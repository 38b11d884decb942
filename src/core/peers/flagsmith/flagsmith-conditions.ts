import type { JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute, isOrdered, isOrderedAlike, type OrderOperator } from "../attribute.ts";
import { all, any, type Bounds, limited, never, not, unknown } from "../bounds.ts";
import { asText, memberOf, textIn } from "../document-values.ts";

const orderOperators: ReadonlyMap<string, OrderOperator> = new Map([
  ["GREATER_THAN", "GreaterThan"],
  ["GREATER_THAN_INCLUSIVE", "GreaterThanOrEqualTo"],
  ["LESS_THAN", "LessThan"],
  ["LESS_THAN_INCLUSIVE", "LessThanOrEqualTo"],
]);
const traitPath = /^\$\.identity\.traits\.([^.[\]]+)$|^\$\.identity\.traits\['(.+)'\]$/;

/** A condition of a segment, for a context with an identity. */
export function flagsmithCondition(
  condition: JsonObject,
  segmentKey: string,
  ids: ActorIds,
): Bounds {
  const operator = textIn(condition, "operator") ?? "";
  const property = textIn(condition, "property") ?? textIn(condition, "property_") ?? "";
  const value = memberOf(condition, "value") ?? null;
  if (operator === "PERCENTAGE_SPLIT") {
    return splitBounds(property, Number.parseFloat(asText(value)), segmentKey, ids);
  }
  if (property === "") {
    return never;
  }
  const attribute = attributeOf(property, ids);
  if (attribute === undefined) {
    return unknown(`it uses the path ${property}`);
  }
  if (operator === "IS_SET") {
    return attribute.exists();
  }
  if (operator === "IS_NOT_SET") {
    return not(attribute.exists());
  }
  return typeof value === "string" || (typeof value === "number" && operator !== "IN")
    ? comparedBounds(attribute, operator, String(value))
    : listBounds(attribute, operator, value);
}

function attributeOf(property: string, ids: ActorIds): Attribute | undefined {
  if (property === "$.identity.identifier") {
    return new Attribute("identifier", ids);
  }
  const [, dotted, quoted] = traitPath.exec(property) ?? [];
  const name = dotted ?? quoted ?? property;
  return name.startsWith("$.") ? undefined : new Attribute(name);
}

/** A percentage of the identities, or of the values of a trait. */
function splitBounds(
  property: string,
  percentage: number,
  segmentKey: string,
  ids: ActorIds,
): Bounds {
  const path = property === "" ? "$.identity.identifier" : property;
  // Other properties than paths have no value there.
  if (!path.startsWith("$.")) {
    return never;
  }
  const attribute = attributeOf(path, ids);
  if (attribute === undefined) {
    return unknown(`it uses the path ${path}`);
  }
  const hash = `segment ${segmentKey} ${property}`;
  const share = all([attribute.rollout(percentage, hash), attribute.isTruthy()]);
  return percentage === 0
    ? limited(never, attribute.isTruthy(), "0 percent there enable one of 9,999 identities")
    : share;
}

/** Values are converted to the kind of the trait; `value` is a text. */
function comparedBounds(attribute: Attribute, operator: string, value: string): Bounds {
  const loss = `the operator ${operator} of ${attribute.name} has no equivalent`;
  const order = orderOperators.get(operator);
  if (operator === "IN") {
    return any([never, ...listedIn(value).map((each) => isListed(attribute, each))]);
  }
  if (value.endsWith(":semver")) {
    return limited(never, attribute.exists(), loss);
  }
  switch (operator) {
    case "EQUAL":
      return equalBounds(attribute, value);
    case "NOT_EQUAL":
      return all([attribute.exists(), not(equalBounds(attribute, value))]);
    case "CONTAINS":
    case "NOT_CONTAINS":
      return limited(never, attribute.isText(), loss);
    case "REGEX":
    case "MODULO":
      return limited(never, attribute.exists(), loss);
    default:
      return order === undefined ? unknown(loss) : orderedBounds(attribute, order, value);
  }
}

/** Values that are no texts, which only `IN` can read. */
function listBounds(attribute: Attribute, operator: string, value: unknown): Bounds {
  const loss = `the operator ${operator} of ${attribute.name} has a value that cannot be compared`;
  return operator === "IN" && Array.isArray(value)
    ? any([never, ...value.map((each) => isListed(attribute, each))])
    : unknown(loss);
}

function equalBounds(attribute: Attribute, value: string): Bounds {
  const number = Number.parseFloat(value);
  return any([
    attribute.equals(value),
    attribute.equals(value !== "False" && value !== "false"),
    Number.isNaN(number) ? never : attribute.equals(number),
  ]);
}

function orderedBounds(attribute: Attribute, order: OrderOperator, value: string): Bounds {
  const number = Number.parseFloat(value);
  const ofNumbers = Number.isNaN(number) ? never : attribute.compares(order, number);
  const ofTexts = isOrderedAlike(value)
    ? attribute.comparesText(order, value)
    : limited(never, attribute.isText(), `it compares the order of ${attribute.name}`);
  const limit = value === "False" || value === "false" ? 0 : 1;
  const ofBooleans = [0, 1]
    .filter((each) => isOrdered(each, order, limit))
    .map((each) => attribute.equals(each === 1));
  return any([ofNumbers, ofTexts, ...ofBooleans]);
}

/** Numbers are compared as texts; 0, booleans and the empty text are in no list. */
function isListed(attribute: Attribute, value: unknown): Bounds {
  if (typeof value !== "string" || value === "") {
    return attribute.isNoScalar();
  }
  const number = Number(value);
  return number !== 0 && String(number) === value && !Number.isNaN(number)
    ? any([attribute.equals(value), attribute.equals(number)])
    : attribute.equals(value);
}

/** A JSON list, or texts between commas. */
function listedIn(value: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : value.split(",");
  } catch {
    return value.split(",");
  }
}
