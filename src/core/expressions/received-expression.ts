import { isJsonObject } from "../text/json-object.ts";
import { type Argument, type Expression, expressionDepthMax } from "./expression.ts";
import { findOperator } from "./operator-registry.ts";

/**
 * The expression in a server's response, in the form that the compiler needs. Undefined for one
 * that this version cannot evaluate: an unknown operator, or the wrong number of arguments. Unlike
 * `parseExpression` it gives no reason.
 */
export function receivedExpression(input: unknown, depth = 1): Expression | undefined {
  const [[name = "", value] = [], ...others] = isJsonObject(input) ? Object.entries(input) : [];
  const operator = findOperator(name);
  const list: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  if (
    operator === undefined ||
    others.length > 0 ||
    depth > expressionDepthMax ||
    list.length < operator.arity.least ||
    list.length > operator.arity.most
  ) {
    return undefined;
  }
  const args: Argument[] = [];
  for (const each of list) {
    const arg = isConstant(each) ? each : receivedExpression(each, depth + 1);
    if (arg === undefined) {
      return undefined;
    }
    args.push(arg);
  }
  return { [operator.name]: args };
}

function isConstant(input: unknown): input is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof input);
}
