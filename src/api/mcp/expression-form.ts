import { isJsonObject } from "../../core/text/json-object.ts";
import { quote } from "../../core/text/quote.ts";
import { ToolRefusal } from "./tool.ts";

/** An expression as the Admin API takes it. */
export type SentExpression = Readonly<Record<string, unknown>>;

const comparisons: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["eq", "Equal"],
  ["neq", "NotEqual"],
  ["gt", "GreaterThan"],
  ["gte", "GreaterThanOrEqualTo"],
  ["lt", "LessThan"],
  ["lte", "LessThanOrEqualTo"],
]);
const combinations: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["and", "All"],
  ["or", "Any"],
]);
/** The operators of lists: how the comparisons are combined, and which comparison it is. */
const lists: ReadonlyMap<unknown, readonly [string, string]> = new Map<
  unknown,
  readonly [string, string]
>([
  ["in", ["Any", "Equal"]],
  ["nin", ["All", "NotEqual"]],
]);
const depthMax = 32;

/** A condition on one property of an actor, as clients of flipper-mcp send it. */
export interface PropertyCondition {
  readonly property: string;
  readonly operator: string;
  readonly value: unknown;
}

/** Conditions that are combined by `and` or `or`. */
export function expressionOfConditions(
  conditions: readonly PropertyCondition[],
  logic: "and" | "or",
): SentExpression {
  return combined(combinations.get(logic) ?? "All", conditions.map(conditionExpression));
}

/**
 * The expression of Flipper for the form of flipper-mcp, `{type, operands}`. An expression of Flipper,
 * such as `{"Equal": [{"Property": "plan"}, "pro"]}`, stays as it is. Throws a ToolRefusal.
 */
export function translatedExpression(sent: unknown, depth = 0): SentExpression {
  if (!isJsonObject(sent) || depth > depthMax) {
    throw new ToolRefusal(
      `the expression is not an object, or has more than ${depthMax} levels; ` +
        'write it as {"Equal": [{"Property": "plan"}, "pro"]}',
    );
  }
  if (!("type" in sent)) {
    return sent;
  }
  const { type, operands, property, operator, value } = sent;
  if (type === "match" && typeof property === "string" && typeof operator === "string") {
    return conditionExpression({ property, operator, value });
  }
  const combination = combinations.get(type);
  if (combination === undefined || !Array.isArray(operands) || operands.length === 0) {
    const name = typeof type === "string" ? type : (JSON.stringify(type) ?? "");
    throw new ToolRefusal(
      `the expression has the type ${quote(name)}; use "and" or "or" with operands, or "match" ` +
        "with property, operator and value",
    );
  }
  return combined(
    combination,
    operands.map((operand) => translatedExpression(operand, depth + 1)),
  );
}

function conditionExpression({ property, operator, value }: PropertyCondition): SentExpression {
  const asked = { Property: [property] };
  const comparison = comparisons.get(operator);
  if (comparison !== undefined && !Array.isArray(value)) {
    return { [comparison]: [asked, value] };
  }
  const list = lists.get(operator);
  if (list !== undefined && Array.isArray(value) && value.length > 0) {
    const [combination, each] = list;
    return combined(
      combination,
      value.map((item: unknown) => ({ [each]: [asked, item] })),
    );
  }
  throw refusedCondition(operator);
}

function refusedCondition(operator: string): ToolRefusal {
  if (operator === "contains" || operator === "not_contains") {
    return new ToolRefusal(
      `the operator ${operator} cannot be stored: expressions of Flipper have no search in texts; ` +
        'list the values with "in", or set a property in the application',
    );
  }
  return comparisons.has(operator) || lists.has(operator)
    ? new ToolRefusal(
        `the operator ${operator} does not fit its value: "in" and "nin" take a list with values, ` +
          "the others one text, number or boolean",
      )
    : new ToolRefusal(
        `there is no operator ${quote(operator)}; use eq, neq, gt, gte, lt, lte, in or nin`,
      );
}

function combined(operator: string, parts: readonly SentExpression[]): SentExpression {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { [operator]: parts };
}
