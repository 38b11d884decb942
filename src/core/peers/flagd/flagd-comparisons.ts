import { isJsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute, comparesNow, isOrdered, type OrderOperator } from "../attribute.ts";
import { all, any, type Bounds, not, unknown } from "../bounds.ts";

type Literal = string | number | boolean;
type Kind = "text" | "number" | "boolean";

const comparisons: ReadonlyMap<string, OrderOperator> = new Map<string, OrderOperator>([
  ["<", "LessThan"],
  ["<=", "LessThanOrEqualTo"],
  [">", "GreaterThan"],
  [">=", "GreaterThanOrEqualTo"],
]);
const mirrored: ReadonlyMap<string, string> = new Map([
  ["<", ">"],
  ["<=", ">="],
  [">", "<"],
  [">=", "<="],
]);
const timestamp = "$flagd.timestamp";
const numeric = /^\s*[+-]?(?:\d|\.\d|0x|infinity)|^\s*$/i;

/**
 * The operators of JsonLogic that compare a property with a constant. flagd converts kinds, and fails
 * where it cannot: then the application's own default is used. So below a
 * negation, the gate does not match with a property of another kind than its constants.
 */
export class FlagdComparisons {
  readonly #ids: ActorIds;
  /** The kinds of the constants with which each property is compared. */
  readonly #kinds = new Map<string, { readonly attribute: Attribute; readonly kinds: Set<Kind> }>();

  constructor(ids: ActorIds) {
    this.#ids = ids;
  }

  /** The property that `var` names; undefined if it has a default, or is a part of a property. */
  attribute(value: unknown): Attribute | undefined {
    const [name, otherwise = null] = Array.isArray(value) ? value : [value];
    return typeof name === "string" && name !== "" && !name.includes(".") && otherwise === null
      ? new Attribute(name, name === "targetingKey" ? this.#ids : undefined)
      : undefined;
  }

  /** Conditions on the kinds of properties below a negation. */
  guards(guarded: ReadonlySet<string>): readonly Bounds[] {
    return [...this.#kinds.values()]
      .filter(({ attribute }) => !attribute.isActorId && guarded.has(attribute.property))
      .map(({ attribute, kinds }) => {
        const [kind, second] = kinds;
        const missing = not(attribute.present());
        return kind === undefined || second !== undefined
          ? missing
          : any([missing, ofKind(attribute, kind)]);
      });
  }

  condition(operator: string, value: unknown): Bounds {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    switch (operator) {
      case "var":
        return this.#truthOf(value);
      case "in":
        return this.#in(list);
      case "==":
      case "===":
        return this.#equal(list, operator === "===");
      case "!=":
      case "!==":
        return not(this.#equal(list, operator === "!=="));
      default:
        return comparisons.has(operator) ? this.#ordered(operator, list) : lost(operator);
    }
  }

  #truthOf(value: unknown): Bounds {
    const attribute = this.attribute(value);
    return attribute === undefined ? lost("var") : attribute.isTruthy();
  }

  #in([item, list]: readonly unknown[]): Bounds {
    const attribute = this.#variable(item);
    if (attribute === undefined || !Array.isArray(list)) {
      return lost("in");
    }
    const values = list.filter(isLiteral);
    return values.length === list.length
      ? any(values.map((each) => attribute.equals(each)))
      : lost("in");
  }

  #equal([left, right, third]: readonly unknown[], isStrict: boolean): Bounds {
    const attribute = this.#variable(left) ?? this.#variable(right);
    const constant = isLiteral(left) ? left : right;
    if (third !== undefined || attribute === undefined) {
      return lost("==");
    }
    if (constant === null) {
      // An empty text is not null, but its gate is the same.
      return isStrict ? lost("===") : unknown("== compares with null");
    }
    if (!isLiteral(constant)) {
      return lost("==");
    }
    if (isStrict) {
      return attribute.equals(constant);
    }
    this.#note(attribute, kindOf(constant));
    if (typeof constant === "string") {
      return numeric.test(constant)
        ? any([attribute.equals(constant), all([not(attribute.isText()), lost("==")])])
        : attribute.equals(constant);
    }
    const equal = attribute.equals(constant);
    const isZero = Number(constant) === 0;
    // With the constant first, flagd's implementations differ for a missing property.
    return isZero && isLiteral(left)
      ? any([equal, all([not(attribute.present()), lost("==")])])
      : orMissing(attribute, isZero, equal);
  }

  #ordered(operator: string, list: readonly unknown[]): Bounds {
    const [left, middle, right] = list;
    if (list.length === 3) {
      return typeof left === "number" && typeof right === "number"
        ? all([this.#ordered(operator, [left, middle]), this.#ordered(operator, [middle, right])])
        : lost(operator);
    }
    const isFlipped = isLiteral(left);
    const constant = isFlipped ? left : middle;
    const variable = isFlipped ? middle : left;
    const comparison = comparisons.get((isFlipped ? mirrored.get(operator) : operator) ?? "");
    if (typeof constant !== "number" || comparison === undefined || list.length !== 2) {
      return lost(operator);
    }
    if (nameOf(variable) === timestamp) {
      return timeCompares(comparison, constant);
    }
    const attribute = this.#variable(variable);
    if (attribute === undefined || attribute.isActorId) {
      return lost(operator);
    }
    this.#note(attribute, "number");
    return orMissing(
      attribute,
      isOrdered(0, comparison, constant),
      attribute.compares(comparison, constant),
    );
  }

  #variable(expression: unknown): Attribute | undefined {
    const [entry, second] = isJsonObject(expression) ? Object.entries(expression) : [];
    return entry?.[0] === "var" && second === undefined ? this.attribute(entry[1]) : undefined;
  }

  #note(attribute: Attribute, kind: Kind): void {
    const noted = this.#kinds.get(attribute.property) ?? { attribute, kinds: new Set() };
    noted.kinds.add(kind);
    this.#kinds.set(attribute.property, noted);
  }
}

/** A missing property counts as 0, as an empty text does. */
function orMissing(attribute: Attribute, isZero: boolean, bounds: Bounds): Bounds {
  return isZero ? any([not(attribute.present()), bounds]) : bounds;
}

/** Compares the time of the check, in whole seconds. */
function timeCompares(comparison: OrderOperator, seconds: number): Bounds {
  const isNext = comparison === "LessThanOrEqualTo" || comparison === "GreaterThan";
  const start =
    (Number.isInteger(seconds) ? seconds + (isNext ? 1 : 0) : Math.ceil(seconds)) * 1_000;
  return comparison === "LessThan" || comparison === "LessThanOrEqualTo"
    ? comparesNow("LessThan", start)
    : comparesNow("GreaterThanOrEqualTo", start);
}

function ofKind(attribute: Attribute, kind: Kind): Bounds {
  switch (kind) {
    case "text":
      return attribute.isText();
    case "number":
      return attribute.isNumber();
    default:
      return attribute.isBoolean();
  }
}

function nameOf(expression: unknown): unknown {
  const value = isJsonObject(expression) ? expression.var : undefined;
  return Array.isArray(value) ? value[0] : value;
}

function isLiteral(value: unknown): value is Literal {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function kindOf(literal: Literal): Kind {
  return typeof literal === "string" ? "text" : typeof literal === "number" ? "number" : "boolean";
}

function lost(operator: string): Bounds {
  return unknown(`the operator ${operator} is used in a form that has no expression`);
}
