import { EvaluationError } from "./evaluation-error.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";

/** A compiled argument. `evaluate` may throw an `EvaluationError` only if `fallible` is true. */
export interface Term {
  readonly evaluate: (context: ExpressionContext) => Value;
  readonly fallible: boolean;
  /** Present if the value is the same in every context. */
  readonly constant?: { readonly value: Value };
}

/** The least and the greatest number of arguments of an operator. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

/** `compile` relies on `parseExpression`, which has checked the arity. */
export interface Operator<Name extends string = string> {
  readonly name: Name;
  readonly arity: Arity;
  readonly compile: (args: readonly Term[]) => Term;
}

interface Definition<Name extends string, Evaluate> {
  readonly name: Name;
  readonly arity: Arity;
  /** False if `evaluate` has a result for all arguments; else it may throw an `EvaluationError`. */
  readonly fallible: boolean;
  readonly evaluate: Evaluate;
}

type EvaluatePure = (...values: Value[]) => Value;
type EvaluateInContext = (context: ExpressionContext, ...values: Value[]) => Value;

export function exactly(count: number): Arity {
  return { least: count, most: count };
}

export function constantTerm(value: Value): Term {
  return { evaluate: () => value, fallible: false, constant: { value } };
}

/** An operator that depends on its arguments only. With constant arguments it is evaluated once. */
export function pureOperator<const Name extends string>(
  definition: Definition<Name, EvaluatePure>,
): Operator<Name> {
  const { name, arity, fallible, evaluate } = definition;
  return {
    name,
    arity,
    compile: (args) =>
      foldConstants(evaluate, args) ?? {
        evaluate: withArguments(evaluate, args),
        fallible: fallible || args.some((arg) => arg.fallible),
      },
  };
}

/** An operator that also reads the context. */
export function contextOperator<const Name extends string>(
  definition: Definition<Name, EvaluateInContext>,
): Operator<Name> {
  const { name, arity, fallible, evaluate } = definition;
  return {
    name,
    arity,
    compile: (args) => ({
      evaluate: withContextAndArguments(evaluate, args),
      fallible: fallible || args.some((arg) => arg.fallible),
    }),
  };
}

/** Undefined if an argument is not constant, or if the evaluation fails, as it then always does. */
function foldConstants(evaluate: EvaluatePure, args: readonly Term[]): Term | undefined {
  const constants = args.map((arg) => arg.constant);
  if (!constants.every((value) => value !== undefined)) {
    return undefined;
  }
  try {
    return constantTerm(evaluate(...constants.map(({ value }) => value)));
  } catch (error) {
    if (error instanceof EvaluationError) {
      return undefined;
    }
    throw error;
  }
}

/** Passes one and two arguments, as nearly every operator has, without creating a list. */
function withArguments(evaluate: EvaluatePure, args: readonly Term[]): Term["evaluate"] {
  const [first, second, third] = args.map((arg) => arg.evaluate);
  if (first !== undefined && second === undefined) {
    return (context) => evaluate(first(context));
  }
  if (first !== undefined && second !== undefined && third === undefined) {
    return (context) => evaluate(first(context), second(context));
  }
  return (context) => evaluate(...args.map((arg) => arg.evaluate(context)));
}

function withContextAndArguments(
  evaluate: EvaluateInContext,
  args: readonly Term[],
): Term["evaluate"] {
  const [first, second, third] = args.map((arg) => arg.evaluate);
  if (first !== undefined && second === undefined) {
    return (context) => evaluate(context, first(context));
  }
  if (first !== undefined && second !== undefined && third === undefined) {
    return (context) => evaluate(context, first(context), second(context));
  }
  return (context) => evaluate(context, ...args.map((arg) => arg.evaluate(context)));
}
