import type { Expression } from "../../core/expressions/expression.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.expressionSummary;

type Argument = Expression | string | number | boolean;

/** An expression as a short sentence, as in "plan is pro and seats over 10". */
export function expressionSummary(expression: Expression): string {
  return textOf(expression, false);
}

function textOf(argument: Argument, isInner: boolean): string {
  if (typeof argument !== "object") {
    return String(argument);
  }
  const [entry] = Object.entries(argument);
  if (entry === undefined) {
    return "";
  }
  const [operator, value] = entry;
  const args: readonly Argument[] = Array.isArray(value) ? value : [];
  const list = listText(operator, args);
  if (list !== null) {
    return list;
  }
  if (operator === "All" || operator === "Any") {
    const text = args
      .map((each) => textOf(each, args.length > 1))
      .join(operator === "All" ? words.and : words.or);
    return isInner && args.length > 1 ? `(${text})` : text;
  }
  const [left, right] = args;
  const comparison = comparisonOf(operator);
  if (comparison !== undefined && left !== undefined && right !== undefined) {
    return fill(comparison, { left: textOf(left, true), right: textOf(right, true) });
  }
  if (transparent.has(operator) && left !== undefined) {
    return textOf(left, isInner);
  }
  if (operator === "FeatureEnabled" && left !== undefined) {
    return fill(words.featureEnabled, { name: textOf(left, true) });
  }
  if (operator === "PercentageOfActors" && left !== undefined && right !== undefined) {
    return fill(words.share, { text: textOf(left, true), percentage: textOf(right, true) });
  }
  if (operator === "Now") {
    return words.now;
  }
  return `${operator}(${args.map((each) => textOf(each, false)).join(", ")})`;
}

/** `Any` of `Equal` with one property, as in "country is DE, AT or CH"; `All` of `NotEqual` too. */
function listText(operator: string, args: readonly Argument[]): string | null {
  const inner = operator === "Any" ? "Equal" : operator === "All" ? "NotEqual" : null;
  if (inner === null || args.length < 2) {
    return null;
  }
  const pairs = args.map((each) => {
    const [[name, value] = ["", []]] = typeof each === "object" ? Object.entries(each) : [];
    const [left, right]: readonly Argument[] = name === inner && Array.isArray(value) ? value : [];
    return { left: left === undefined ? "" : propertyIn(left), right };
  });
  const [{ left } = { left: "" }] = pairs;
  const values = pairs.flatMap(({ right }) => (right === undefined ? [] : [textOf(right, true)]));
  const comparison = comparisonOf(inner);
  if (left === "" || comparison === undefined || pairs.some((pair) => pair.left !== left)) {
    return null;
  }
  const last = values.at(-1) ?? "";
  const right = `${values.slice(0, -1).join(", ")}${words.or}${last}`;
  return fill(comparison, { left, right });
}

/** The name of a property; empty for anything else. */
function propertyIn(argument: Argument): string {
  const [[operator, value] = ["", []]] =
    typeof argument === "object" ? Object.entries(argument) : [];
  const [name] = Array.isArray(value) ? value : [];
  return operator === "Property" && typeof name === "string" ? name : "";
}

/** Operators whose name adds nothing to their argument. */
const transparent: ReadonlySet<string> = new Set([
  "Property",
  "String",
  "Number",
  "Boolean",
  "Percentage",
  "Time",
]);

function comparisonOf(operator: string): "{left} {right}" | undefined {
  const found = Object.entries(words.comparisons).find(([name]) => name === operator);
  return found === undefined ? undefined : (`{left} ${found[1]} {right}` as "{left} {right}");
}
