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
  /** For a single constant argument: saves the term of the argument in the most frequent operators. */
  readonly compileConstant?: (value: Value, compilation: Compilation) => Term;
}

interface Definition<Name extends string, EvaluateValues> {
  readonly name: Name;
  readonly arity: Arity;
  /** False if `evaluate` has a result for all arguments; else it may throw an `EvaluationError`. */
  readonly fallible: boolean;
  readonly evaluate: EvaluateValues;
}

type EvaluatePure = (...values: Value[]) => Value;
type EvaluateInContext = (context: ExpressionContext, ...values: Value[]) => Value;

export function exactly(count: number): Arity {
  return { least: count, most: count };
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
      foldConstants(evaluate, args) ?? valueTerm(withArguments(evaluate, args), args, fallible),
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
    compile: (args) => valueTerm(withContextAndArguments(evaluate, args), args, fallible),
  };
}

/** Undefined if an argument is not constant, or if the evaluation fails, as it then always does. */
function foldConstants(evaluate: EvaluatePure, args: readonly Term[]): Term | undefined {
  if (args.some((arg) => arg.constant === undefined)) {
    return undefined;
  }
  try {
    return constantTerm(evaluate(...args.map((arg) => arg.constant?.value)));
  } catch (error) {
    if (error instanceof EvaluationError) {
      return undefined;
    }
    throw error;
  }
}

/** Passes one and two arguments, as nearly every operator has, without creating a list. */
function withArguments(evaluate: EvaluatePure, args: readonly Term[]): Evaluate {
  const [first, second] = args;
  if (first === undefined || args.length > 2) {
    return withList((_context, ...values) => evaluate(...values), args);
  }
  return second === undefined
    ? withOne(evaluate, first.evaluate)
    : withTwo(evaluate, first.evaluate, second.evaluate);
}

// Functions of their own, as a function keeps all variables around it in memory.

function withOne(evaluate: EvaluatePure, first: Evaluate): Evaluate {
  return (context) => evaluate(first(context));
}

function withTwo(evaluate: EvaluatePure, first: Evaluate, second: Evaluate): Evaluate {
  return (context) => evaluate(first(context), second(context));
}

function withList(evaluate: EvaluateInContext, args: readonly Term[]): Evaluate {
  const evaluates = args.map((arg) => arg.evaluate);
  return (context) => evaluate(context, ...evaluates.map((evaluateOne) => evaluateOne(context)));
}

function withContextAndArguments(evaluate: EvaluateInContext, args: readonly Term[]): Evaluate {
  const [first, second] = args;
  if (first === undefined) {
    return evaluate;
  }
  if (args.length > 2) {
    return withList(evaluate, args);
  }
  return second === undefined
    ? withContextAndOne(evaluate, first.evaluate)
    : withContextAndTwo(evaluate, first.evaluate, second.evaluate);
}

function withContextAndOne(evaluate: EvaluateInContext, first: Evaluate): Evaluate {
  return (context) => evaluate(context, first(context));
}

function withContextAndTwo(
  evaluate: EvaluateInContext,
  first: Evaluate,
  second: Evaluate,
): Evaluate {
  return (context) => evaluate(context, first(context), second(context));
}
