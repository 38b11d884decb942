import { constantTerm, type Term } from "./define-operator.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { Argument, Expression } from "./expression.ts";
import type { ExpressionContext } from "./expression-context.ts";
import { isTruthy } from "./expression-value.ts";
import { findOperator } from "./operator-registry.ts";

/** Whether the gate is open. A failed evaluation gives false; it never throws. */
export type CompiledExpression = (context: ExpressionContext) => boolean;

/** Compiles an expression to nested functions once, so that checks do not interpret JSON. */
export function compileExpression(expression: Expression): CompiledExpression {
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

/** Compiles an argument and all arguments in it, recursively; the depth is at most 32. */
export function compileTerm(argument: Argument): Term {
  if (typeof argument !== "object") {
    return constantTerm(argument);
  }
  for (const [name, args] of Object.entries(argument)) {
    const operator = findOperator(name);
    if (operator !== undefined) {
      return operator.compile(args.map(compileTerm));
    }
  }
  throw new Error("An expression that was not parsed reached the compiler");
}
