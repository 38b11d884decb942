import { isJsonObject } from "../../core/text/json-object.ts";

const comparisons: Readonly<Record<string, string>> = {
  Equal: "is",
  NotEqual: "is not",
  GreaterThan: "over",
  GreaterThanOrEqualTo: "at least",
  LessThan: "under",
  LessThanOrEqualTo: "at most",
};
const joints: Readonly<Record<string, string>> = { All: " and ", Any: " or " };
/** Operators whose name adds nothing to their argument. */
const transparent: ReadonlySet<string> = new Set([
  "String",
  "Number",
  "Boolean",
  "Percentage",
  "Time",
]);

/** A JSON expression as a short sentence, as in `plan is "pro" and seats over 10`. */
export function expressionText(expression: unknown): string {
  return textOf(expression, false);
}

/**
 * An operator with its operands as an expression. Within another operator, `All` and `Any` have
 * brackets around their operands.
 */
export function operatorText(
  operator: string,
  operands: readonly string[],
  isInner = false,
): string {
  const [left, right] = operands;
  const joint = joints[operator];
  if (joint !== undefined) {
    return isInner && operands.length > 1 ? `(${operands.join(joint)})` : operands.join(joint);
  }
  const comparison = comparisons[operator];
  if (comparison !== undefined && right !== undefined) {
    return `${left} ${comparison} ${right}`;
  }
  if (operands.length === 1 && transparent.has(operator)) {
    return left ?? "";
  }
  if (operator === "PercentageOfActors" && right !== undefined) {
    return `${right}% by ${left}`;
  }
  return operator === "Now" ? "now" : `${operator}(${operands.join(", ")})`;
}

function textOf(argument: unknown, isInner: boolean): string {
  const entry = isJsonObject(argument) ? Object.entries(argument)[0] : undefined;
  if (entry === undefined) {
    return JSON.stringify(argument);
  }
  const [operator, value] = entry;
  const args: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [first] = args;
  if (operator === "Property" && typeof first === "string") {
    return first;
  }
  if (operator === "FeatureEnabled" && typeof first === "string") {
    return `${first} is enabled`;
  }
  const isGroup = joints[operator] !== undefined;
  return operatorText(
    operator,
    args.map((each) => textOf(each, isGroup ? args.length > 1 : true)),
    isInner,
  );
}
