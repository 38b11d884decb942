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
  /** Whether the name of a feature depends on the context, and so on the actor. */
  readonly hasDynamicReference: boolean;
  /** How many operators `Random` it has. */
  readonly drawCount: number;
  /** An estimate of the memory that it uses. */
  readonly keptBytes: number;
  readonly #evaluate: Evaluate;
  readonly #condition: Condition | undefined;

  constructor({ evaluate, condition }: Term, compilation: Compilation) {
    this.references = compilation.references;
    this.hasDynamicReference = this.references.some((reference) => typeof reference !== "string");
    this.drawCount = compilation.drawCount;
    this.keptBytes = compilation.keptBytes;
    this.#evaluate = evaluate;
    this.#condition = condition;
  }

  /** How its truth depends on the references. */
  get condition(): Condition {
    return this.#condition ?? valueCondition(this.#evaluate);
  }

  /** Whether the gate is open. A failed evaluation gives false; it never throws. */
  isTrue(context: ExpressionContext): boolean {
    try {
      return isTruthy(this.#evaluate(context));
    } catch (error) {
      return falseIfFailed(error);
    }
  }
}

/** Takes time and memory for each operator, so results are kept (`CompiledExpressions`). */
export function compileExpression(expression: Expression): CompiledExpression {
  const compilation = new Compilation();
  return new CompiledExpression(compileTerm(expression, compilation), compilation);
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
  compilation.countOperator();
  const args = argument[operator.name] ?? [];
  const [first] = args;
  return args.length === 1 && typeof first !== "object" && operator.compileConstant !== undefined
    ? operator.compileConstant(first, compilation)
    : operator.compile(compileTerms(args, compilation), compilation);
}

function compileTerms(args: readonly Argument[], compilation: Compilation): readonly Term[] {
  return args.map((arg) => compileTerm(arg, compilation));
}

/**
 * The name of the feature that a reference means in a context, which needs the results of the
 * references before it. Null if it is no name; undefined if its evaluation fails, and so that of the
 * whole expression, wherever the reference stands.
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

/** Throws every error but an `EvaluationError`. */
export function falseIfFailed(error: unknown): false {
  if (error instanceof EvaluationError) {
    return false;
  }
  throw error;
}
