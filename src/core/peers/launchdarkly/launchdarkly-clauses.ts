import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute, type OrderOperator } from "../attribute.ts";
import { all, always, any, type Bounds, limited, never, not, unknown } from "../bounds.ts";
import { listIn, memberOf, textIn } from "../document-values.ts";
import { timeOf } from "../time-of.ts";

const numberOperators: ReadonlyMap<string, OrderOperator> = new Map([
  ["lessThan", "LessThan"],
  ["lessThanOrEqual", "LessThanOrEqualTo"],
  ["greaterThan", "GreaterThan"],
  ["greaterThanOrEqual", "GreaterThanOrEqualTo"],
]);
const dateOperators: ReadonlyMap<string, OrderOperator> = new Map([
  ["before", "LessThan"],
  ["after", "GreaterThan"],
]);
const invalidPath = /\/(?:\/|$)|~(?![01])/;
const textOperators: ReadonlySet<string> = new Set([
  ...["endsWith", "matches", "contains"],
  ...["semVerEqual", "semVerLessThan", "semVerGreaterThan"],
]);

/** A clause that compares an attribute. A negated one needs the attribute too. */
export function clauseBounds(clause: JsonObject, ids: ActorIds): Bounds {
  const attribute = launchdarklyAttribute(clause, "attribute", ids);
  if (typeof attribute === "string") {
    return unknown(attribute);
  }
  const isAnonymous = attribute.name === "anonymous";
  const bounds = isAnonymous
    ? anonymousBounds(attribute, clause)
    : any([never, ...listIn(clause, "values").map((each) => compared(attribute, clause, each))]);
  if (memberOf(clause, "negate") !== true) {
    return bounds;
  }
  return all([isAnonymous ? always : attribute.exists(), not(bounds)]);
}

/** The attribute that a member names; a text says why it cannot be read. */
export function launchdarklyAttribute(
  object: JsonObject,
  member: string,
  ids: ActorIds,
  kindMember = "contextKind",
): Attribute | string {
  const kind = textIn(object, kindMember);
  const given = textIn(object, member) ?? "";
  const path = given.startsWith("/") && kind !== undefined ? given.slice(1) : undefined;
  const name = path?.replaceAll("~1", "/").replaceAll("~0", "~") ?? given;
  if (kind !== undefined && kind !== "" && kind !== "user") {
    return `it uses the context kind ${kind}`;
  }
  if (name === "" || name === "kind" || path?.includes("/") === true) {
    return `it uses the attribute ${given}`;
  }
  return new Attribute(name, name === "key" ? ids : undefined);
}

/** Whether LaunchDarkly refuses the name of an attribute, so that its evaluation fails. */
export function isInvalid(name: string): boolean {
  return name === "" || (name.startsWith("/") && invalidPath.test(name)) || name === "_meta";
}

/** LaunchDarkly compares values of one kind only, and any element of a list. */
function compared(attribute: Attribute, clause: JsonObject, value: unknown): Bounds {
  const operator = textIn(clause, "op") ?? "";
  const order = numberOperators.get(operator);
  const dateOrder = dateOperators.get(operator);
  const loss = `the operator ${operator} of ${attribute.name} has no equivalent`;
  if (operator === "in") {
    return isScalar(value) ? attribute.equals(value) : never;
  }
  if (order !== undefined) {
    return typeof value === "number" ? attribute.compares(order, value) : never;
  }
  if (dateOrder !== undefined) {
    const time = typeof value === "number" ? value : timeOf(value);
    return Number.isNaN(time)
      ? unknown(loss)
      : limited(
          attribute.compares(dateOrder, time),
          any([attribute.compares(dateOrder, time), attribute.isText()]),
          `${attribute.name} is compared as a number of milliseconds, so a date as a text does not match`,
        );
  }
  if (operator === "startsWith") {
    return typeof value === "string" ? attribute.startsWith(value) : never;
  }
  return textOperators.has(operator) ? limited(never, attribute.isText(), loss) : unknown(loss);
}

/** Every context of LaunchDarkly is anonymous or not. */
function anonymousBounds(attribute: Attribute, clause: JsonObject): Bounds {
  const values = listIn(clause, "values");
  if (textIn(clause, "op") !== "in") {
    return unknown("it compares the attribute anonymous");
  }
  return any([
    values.includes(true) ? attribute.isTruthy() : never,
    values.includes(false) ? not(attribute.isTruthy()) : never,
  ]);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return !isJsonObject(value) && !Array.isArray(value) && value !== null && value !== undefined;
}
