import { constant, type Term } from "./define-operator.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { Argument, Expression } from "./expression.ts";
import type { ExpressionContext } from "./expression-context.ts";
import { isTruthy } from "./expression-value.ts";
import { findOperator } from "./operator-registry.ts";

export type { ExpressionContext } from "./expression-context.ts";

/** Whether the gate opens. An evaluation that fails leaves it closed; it never throws. */
export type CompiledExpression = (context: ExpressionContext) => boolean;

/** Turns an expression into nested functions, once, so that a check walks no JSON. */
export function compile(expression: Expression): CompiledExpression {
  const { evaluate } = compileTerm(expression);
  return (context) => {
    try {
      return isTruthy(evaluate(context));
    } catch (error) {
      if (error instanceof EvaluationError) {
        return false;
      }
      throw error;
    }
  };
}

/** One argument with everything below it; expressions are at most 32 operators deep. */
export function compileTerm(argument: Argument): Term {
  if (typeof argument !== "object") {
    return constant(argument);
  }
  for (const [name, args] of Object.entries(argument)) {
    const operator = findOperator(name);
    if (operator !== undefined) {
      return operator.compile(args.map(compileTerm));
    }
  }
  throw new Error("An expression that was not parsed reached the compiler");
}
