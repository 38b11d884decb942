import type { Compilation } from "./compilation.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import { constantTerm, type Evaluate, type Term, valueTerm } from "./term.ts";

/** The least and the greatest number of arguments of an operator. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

/** `compile` relies on `parseExpression`, which has checked the arity. */
export interface Operator<Name extends string = string> {
  readonly name: Name;
  readonly arity: Arity;
  readonly compile: (args: readonly Term[], compilation: Compilation) => Term;
}

interface Definition<Name extends string, EvaluateValues> {
  readonly name: Name;
  readonly arity: Arity;
  /**
   * False if `evaluate` has a result for all arguments; otherwise it may throw an
   * `EvaluationError`.
   */
  readonly fallible: boolean;
  readonly evaluate: EvaluateValues;
}

/** The context comes first, so that one form serves all operators. */
type EvaluatePure = (context: unknown, ...values: Value[]) => Value;
type EvaluateInContext = (context: ExpressionContext, ...values: Value[]) => Value;

export function exactly(count: number): Arity {
  return { least: count, most: count };
}

/** An operator that depends on its arguments only. With constant arguments it is evaluated once. */
export function pureOperator<const Name extends string>(
  definition: Definition<Name, EvaluatePure>,
): Operator<Name> {
  const operator = contextOperator(definition);
  return {
    ...operator,
    compile: (args, compilation) =>
      foldConstants(definition.evaluate, args) ?? operator.compile(args, compilation),
  };
}

/** An operator that also reads the context. */
export function contextOperator<const Name extends string>({
  name,
  arity,
  fallible,
  evaluate,
}: Definition<Name, EvaluateInContext>): Operator<Name> {
  return {
    name,
    arity,
    compile: (args) => valueTerm(withArguments(evaluate, args), args, fallible),
  };
}

/** Undefined if an argument is not constant, or if the evaluation fails, as it then always does. */
function foldConstants(evaluate: EvaluatePure, args: readonly Term[]): Term | undefined {
  if (args.some((arg) => arg.constant === undefined)) {
    return undefined;
  }
  try {
    return constantTerm(evaluate(undefined, ...args.map((arg) => arg.constant)));
  } catch (error) {
    if (error instanceof EvaluationError) {
      return undefined;
    }
    throw error;
  }
}

/** For at most two arguments: no operator that is defined here has more. The last is often constant. */
function withArguments(evaluate: EvaluateInContext, [first, second]: readonly Term[]): Evaluate {
  if (first === undefined) {
    return evaluate;
  }
  if (second === undefined) {
    return first.constant === undefined
      ? withOne(evaluate, first.evaluate)
      : withConstant(evaluate, first.constant);
  }
  return second.constant === undefined
    ? withTwo(evaluate, first.evaluate, second.evaluate)
    : withOneAndConstant(evaluate, first.evaluate, second.constant);
}

// Separate functions, as a function keeps all variables around it in memory.

function withConstant(evaluate: EvaluateInContext, value: Value): Evaluate {
  return (context) => evaluate(context, value);
}

function withOne(evaluate: EvaluateInContext, first: Evaluate): Evaluate {
  return (context) => evaluate(context, first(context));
}

function withOneAndConstant(evaluate: EvaluateInContext, first: Evaluate, value: Value): Evaluate {
  return (context) => evaluate(context, first(context), value);
}

function withTwo(evaluate: EvaluateInContext, first: Evaluate, second: Evaluate): Evaluate {
  return (context) => evaluate(context, first(context), second(context));
}
