import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute, isOrdered, isOrderedAlike, type OrderOperator } from "../attribute.ts";
import { all, always, any, type Bounds, limited, never, not, unknown } from "../bounds.ts";
import { asText, memberOf, objectIn, textIn } from "../document-values.ts";

const orderOperators: ReadonlyMap<string, OrderOperator> = new Map([
  ["$lt", "LessThan"],
  ["$lte", "LessThanOrEqualTo"],
  ["$gt", "GreaterThan"],
  ["$gte", "GreaterThanOrEqualTo"],
]);

/** How many saved groups refer to others in a chain, at most. */
const chainMax = 100;

/** Conditions of GrowthBook, whose language is a part of MongoDB's. */
export class GrowthBookConditions {
  readonly #ids: ActorIds;
  readonly #savedGroups: JsonObject;
  /** The saved groups that are being read, as one could refer to itself. */
  readonly #open = new Set<string>();
  /** Saved groups with conditions that were read. */
  readonly #bounds = new Map<string, Bounds>();

  constructor(document: JsonObject, ids: ActorIds) {
    this.#savedGroups = objectIn(document, "savedGroups") ?? {};
    this.#ids = ids;
  }

  attribute(name: string): Attribute {
    return new Attribute(name, name === "id" ? this.#ids : undefined);
  }

  condition(condition: JsonObject): Bounds {
    const parts = Object.entries(condition).map(([name, value]) => this.#part(name, value));
    return all([always, ...parts]);
  }

  #part(name: string, value: unknown): Bounds {
    switch (name) {
      case "$or":
        return this.#or(value);
      case "$nor":
        return not(this.#or(value));
      case "$and":
        return all([always, ...listed(value).map((each) => this.#nested(each))]);
      case "$not":
        return not(this.#nested(value));
      case "$savedGroup":
        return this.#savedGroup(value);
      default:
        return name.includes(".")
          ? unknown(`it uses a part of the attribute ${name}`)
          : this.#value(this.attribute(name), value);
    }
  }

  #or(value: unknown): Bounds {
    const conditions = listed(value);
    return conditions.length === 0 ? always : any(conditions.map((each) => this.#nested(each)));
  }

  #nested(condition: unknown): Bounds {
    return isJsonObject(condition)
      ? this.condition(condition)
      : unknown("a condition is no object");
  }

  #value(attribute: Attribute, value: unknown): Bounds {
    if (value === null) {
      return not(attribute.exists());
    }
    switch (typeof value) {
      case "string":
        return spelled(attribute, value);
      case "number":
        return numerically(attribute, value);
      case "boolean":
        return value
          ? attribute.isTruthy()
          : any([attribute.equals(false), attribute.equals(0), attribute.equals("")]);
      default:
        return isJsonObject(value) && isOperators(value)
          ? all(Object.entries(value).map((each) => this.#operator(attribute, ...each)))
          : attribute.isNoScalar();
    }
  }

  #operator(attribute: Attribute, operator: string, value: unknown): Bounds {
    const order = orderOperators.get(operator);
    if (order !== undefined) {
      return ordered(attribute, order, value);
    }
    switch (operator) {
      case "$eq":
        return strictly(attribute, value);
      case "$ne":
        return not(strictly(attribute, value));
      case "$in":
        return isIn(attribute, value);
      case "$nin":
        return Array.isArray(value) ? not(isIn(attribute, value)) : never;
      case "$exists":
        return value ? attribute.exists() : not(attribute.exists());
      case "$not":
        return not(this.#value(attribute, value));
      case "$type":
        return ofType(attribute, value);
      case "$inGroup":
        return this.#inGroup(attribute, value);
      case "$notInGroup":
        return not(this.#inGroup(attribute, value));
      default:
        return unknown(`the operator ${operator} of ${attribute.name} has no equivalent`);
    }
  }

  #inGroup(attribute: Attribute, id: unknown): Bounds {
    const group = typeof id === "string" ? memberOf(this.#savedGroups, id) : undefined;
    const values = isJsonObject(group) && group.type === "list" ? group.values : group;
    return Array.isArray(values) ? isIn(attribute, values) : missingGroup(id);
  }

  #savedGroup(reference: unknown): Bounds {
    const id = isJsonObject(reference) ? textIn(reference, "id") : undefined;
    const group = id === undefined ? undefined : objectIn(this.#savedGroups, id);
    if (!isJsonObject(reference) || id === undefined || group === undefined || this.#open.has(id)) {
      return missingGroup(id);
    }
    if (group.type === "list") {
      const name = textIn(reference, "attributeKey") ?? textIn(group, "attributeKey") ?? "";
      return name === "" || name.includes(".") || !Array.isArray(group.values)
        ? missingGroup(id)
        : isIn(this.attribute(name), group.values);
    }
    const condition = group.type === "condition" ? objectIn(group, "condition") : undefined;
    if (condition === undefined) {
      return missingGroup(id);
    }
    const known = this.#bounds.get(id);
    if (known !== undefined || this.#open.size === chainMax) {
      return known ?? unknown("it needs saved groups in a chain that is too long");
    }
    this.#open.add(id);
    const bounds = this.condition(condition);
    this.#open.delete(id);
    this.#bounds.set(id, bounds);
    return bounds;
  }
}

function missingGroup(id: unknown): Bounds {
  return unknown(`the saved group ${asText(id)} is not in the document`);
}

/** A value that is compared as a text; a missing one is `null`. */
function spelled(attribute: Attribute, text: string): Bounds {
  const bounds = attribute.spells(text);
  return text === "null"
    ? limited(bounds, any([bounds, not(attribute.exists())]), 'a missing value is not "null" here')
    : bounds;
}

/** A value that is converted to a number; a missing one is 0. */
function numerically(attribute: Attribute, number: number): Bounds {
  const bounds = any([
    attribute.spells(String(number)),
    number === 0 ? any([attribute.equals(false), not(attribute.exists())]) : never,
    number === 1 ? attribute.equals(true) : never,
  ]);
  return limited(bounds, any([bounds, attribute.isText()]), textLoss(attribute));
}

/** Numbers match numbers. GrowthBook also converts texts and booleans, and a missing value to 0. */
function ordered(attribute: Attribute, order: OrderOperator, value: unknown): Bounds {
  if (typeof value === "number") {
    const bounds = attribute.compares(order, value);
    const others = any([
      attribute.isText(),
      isOrdered(0, order, value) ? any([not(attribute.exists()), attribute.equals(false)]) : never,
      isOrdered(1, order, value) ? attribute.equals(true) : never,
    ]);
    return limited(bounds, any([bounds, others]), textLoss(attribute));
  }
  if (typeof value === "string" && isOrderedAlike(value)) {
    const bounds = attribute.comparesText(order, value);
    return limited(
      bounds,
      any([bounds, not(attribute.isText())]),
      `${attribute.name} is compared as a text, so a number does not match`,
    );
  }
  return unknown(`it compares the order of ${attribute.name}`);
}

function textLoss({ name }: Attribute): string {
  return `${name} is compared as a number, so a text that contains a number does not match`;
}

function strictly(attribute: Attribute, value: unknown): Bounds {
  if (value === null) {
    return not(attribute.exists());
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? attribute.equals(value)
    : attribute.isNoScalar();
}

function isIn(attribute: Attribute, values: unknown): Bounds {
  return any([never, ...listed(values).map((value) => strictly(attribute, value))]);
}

function ofType(attribute: Attribute, type: unknown): Bounds {
  switch (type) {
    case "string":
      return attribute.isText();
    case "number":
      return attribute.isNumber();
    case "boolean":
      return attribute.isBoolean();
    case "null":
      return not(attribute.exists());
    default:
      return attribute.isNoScalar();
  }
}

function isOperators(value: JsonObject): boolean {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => name.startsWith("$"));
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
