import type { Attribute } from "../attribute.ts";
import { all, always, any, type Bounds, never, not, unknown } from "../bounds.ts";

/** A value in a query. Its kind decides how an attribute is compared. */
export type QueryValue =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "integer" | "decimal"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" | "version" }
  | { readonly kind: "list"; readonly values: readonly (string | number)[] };

/** The attribute that GO Feature Flag sets itself, to whether it is true. */
const anonymous = "anonymous";
const letters = /\p{L}|\p{M}/u;

/** Undefined for an operator that such a value does not have: then the whole query is false. */
export function queryCondition(
  attribute: Attribute,
  operator: string,
  value: QueryValue,
): Bounds | undefined {
  if (attribute.property === anonymous && !(value.kind === "boolean" && operator !== "pr")) {
    return unknown("it compares anonymous, which is set there, with another value than a boolean");
  }
  if (operator === "pr") {
    return attribute.exists();
  }
  switch (value.kind) {
    case "text":
      return textIs(attribute, operator, value.value);
    case "integer":
      return integerIs(attribute, operator, value.value);
    case "decimal":
      return decimalIs(attribute, operator, value.value);
    case "boolean":
      return booleanIs(attribute, operator, value.value);
    case "null":
      return nullIs(attribute, operator);
    case "version":
      return ["co", "sw", "ew", "in"].includes(operator)
        ? undefined
        : all([attribute.isText(), unknown(`${attribute.name} is compared as a version`)]);
    case "list":
      return operator === "in"
        ? any(value.values.map((each) => attribute.equals(each)))
        : undefined;
  }
}

/** Letters are compared without regard to case. */
function textIs(attribute: Attribute, operator: string, text: string): Bounds | undefined {
  const isText = attribute.isText();
  const equal = attribute.equals(text);
  const loss = unknown(
    `GO Feature Flag compares ${attribute.name} without regard to upper and lower case`,
  );
  const hasLetters = letters.test(text);
  switch (operator) {
    case "eq":
      return hasLetters ? any([equal, all([isText, loss])]) : equal;
    case "ne":
      return all([isText, not(equal), ...(hasLetters ? [loss] : [])]);
    case "in":
      return unknown(`${attribute.name} is compared with in, but without a list`);
    default:
      return all([
        isText,
        unknown(`a part or the order of a text is compared: ${attribute.name} ${operator}`),
      ]);
  }
}

/** Decimals of the attribute are cut off. */
function integerIs(attribute: Attribute, operator: string, number: number): Bounds | undefined {
  const atLeast = (least: number) =>
    least > 0
      ? attribute.compares("GreaterThanOrEqualTo", least)
      : attribute.compares("GreaterThan", least - 1);
  const atMost = (most: number) =>
    most < 0
      ? attribute.compares("LessThanOrEqualTo", most)
      : attribute.compares("LessThan", most + 1);
  switch (operator) {
    case "eq":
      return all([atLeast(number), atMost(number)]);
    case "ne":
      return any([atMost(number - 1), atLeast(number + 1)]);
    case "gt":
      return atLeast(number + 1);
    case "ge":
      return atLeast(number);
    case "lt":
      return atMost(number - 1);
    case "le":
      return atMost(number);
    case "in":
      return unknown(`${attribute.name} is compared with in, but without a list`);
    default:
      return undefined;
  }
}

function decimalIs(attribute: Attribute, operator: string, number: number): Bounds | undefined {
  switch (operator) {
    case "eq":
      return attribute.equals(number);
    case "ne":
      return all([attribute.isNumber(), not(attribute.equals(number))]);
    case "gt":
      return attribute.compares("GreaterThan", number);
    case "ge":
      return attribute.compares("GreaterThanOrEqualTo", number);
    case "lt":
      return attribute.compares("LessThan", number);
    case "le":
      return attribute.compares("LessThanOrEqualTo", number);
    case "in":
      return unknown(`${attribute.name} is compared with in, but without a list`);
    default:
      return undefined;
  }
}

function booleanIs(attribute: Attribute, operator: string, value: boolean): Bounds | undefined {
  if (operator !== "eq" && operator !== "ne") {
    return undefined;
  }
  const expected = operator === "eq" ? value : !value;
  if (attribute.property === anonymous) {
    return expected ? attribute.equals(true) : not(attribute.equals(true));
  }
  return attribute.equals(expected);
}

function nullIs(attribute: Attribute, operator: string): Bounds | undefined {
  if (attribute.isActorId) {
    return operator === "ne" ? always : never;
  }
  switch (operator) {
    case "eq":
      return not(attribute.exists());
    case "ne":
      return attribute.exists();
    default:
      return undefined;
  }
}
