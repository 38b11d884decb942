import { Compilation, type Reference } from "./compilation.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { Argument, Expression } from "./expression.ts";
import type { ExpressionContext } from "./expression-context.ts";
import { isTruthy } from "./expression-value.ts";
import { findOperator } from "./operator-registry.ts";
import { type Condition, constantTerm, type Evaluate, type Term, valueCondition } from "./term.ts";
import { toTextOrNull } from "./text-conversion.ts";

/** An expression as nested functions, so that checks do not interpret JSON. */
export class CompiledExpression {
  /** The features that it refers to with `FeatureEnabled`. */
  readonly references: readonly Reference[];
  readonly #evaluate: Evaluate;
  readonly #condition: Condition | undefined;

  constructor({ evaluate, condition }: Term, references: readonly Reference[]) {
    this.references = references;
    this.#evaluate = evaluate;
    this.#condition = condition;
  }

  /** How its truth depends on the references. */
  get condition(): Condition {
    return this.#condition ?? valueCondition(this.#evaluate);
  }

  /** Whether the expression is true. A failed evaluation gives false; it never throws. */
  isTrue(context: ExpressionContext): boolean {
    try {
      return isTruthy(this.#evaluate(context));
    } catch (error) {
      return falseIfFailed(error);
    }
  }
}

/** Takes time and memory for each operator, so results are cached (`CompiledExpressions`). */
export function compileExpression(expression: Expression): CompiledExpression {
  const compilation = new Compilation();
  return new CompiledExpression(compileTerm(expression, compilation), compilation.references);
}

/** Compiles an argument and all arguments in it, recursively; the depth is at most 32. */
export function compileTerm(argument: Argument, compilation: Compilation): Term {
  if (typeof argument !== "object") {
    return constantTerm(argument);
  }
  const operator = findOperator(Object.keys(argument)[0] ?? "");
  if (operator === undefined) {
    throw new Error("An expression was not parsed");
  }
  const args = argument[operator.name] ?? [];
  return operator.compile(
    args.map((arg) => compileTerm(arg, compilation)),
    compilation,
  );
}

/**
 * The name of the feature that a reference means in a context, which needs the results of the
 * references before it. Null if it is no name. Undefined if its evaluation fails; then the whole
 * expression fails, wherever the reference is.
 */
export function referencedName(
  reference: Reference,
  context: ExpressionContext,
): string | null | undefined {
  if (typeof reference === "string") {
    return reference;
  }
  try {
    return toTextOrNull(reference.evaluate(context));
  } catch (error) {
    return falseIfFailed(error) || undefined;
  }
}

/** Throws every error except an `EvaluationError`. */
export function falseIfFailed(error: unknown): false {
  if (error instanceof EvaluationError) {
    return false;
  }
  throw error;
}
