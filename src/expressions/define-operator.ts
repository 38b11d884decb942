import { EvaluationError } from "./evaluation-error.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";

/** A compiled argument. May throw an `EvaluationError` if, and only if, it is fallible. */
export interface Term {
  readonly evaluate: (context: ExpressionContext) => Value;
  readonly fallible: boolean;
  /** Present when the value is the same in every context. */
  readonly constant?: { readonly value: Value };
}

/** How many arguments an operator takes. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

/** One word of the grammar. `compile` relies on the arity having been checked at write. */
export interface Operator<Name extends string = string> {
  readonly name: Name;
  readonly arity: Arity;
  readonly compile: (args: readonly Term[]) => Term;
}

interface Definition<Name extends string, Meaning> {
  readonly name: Name;
  readonly arity: Arity;
  /** Gives a value for any arguments at all; anything else may throw an `EvaluationError`. */
  readonly total: boolean;
  readonly meaning: Meaning;
}

type PureMeaning = (...values: Value[]) => Value;
type ContextualMeaning = (context: ExpressionContext, ...values: Value[]) => Value;

export function exactly(count: number): Arity {
  return { least: count, most: count };
}

export function constant(value: Value): Term {
  return { evaluate: () => value, fallible: false, constant: { value } };
}

/** An operator that knows its arguments only: of constants it is computed once, at compilation. */
export function pure<const Name extends string>(
  definition: Definition<Name, PureMeaning>,
): Operator<Name> {
  const { name, arity, total, meaning } = definition;
  return {
    name,
    arity,
    compile: (args) =>
      folded(meaning, args) ?? {
        evaluate: applied(meaning, args),
        fallible: !total || args.some((arg) => arg.fallible),
      },
  };
}

/** An operator that also reads the context. */
export function contextual<const Name extends string>(
  definition: Definition<Name, ContextualMeaning>,
): Operator<Name> {
  const { name, arity, total, meaning } = definition;
  return {
    name,
    arity,
    compile: (args) => ({
      evaluate: appliedIn(meaning, args),
      fallible: !total || args.some((arg) => arg.fallible),
    }),
  };
}

/** Undefined if an argument is not constant, or if the meaning fails, as it then always will. */
function folded(meaning: PureMeaning, args: readonly Term[]): Term | undefined {
  const constants = args.map((arg) => arg.constant);
  if (!constants.every((value) => value !== undefined)) {
    return undefined;
  }
  try {
    return constant(meaning(...constants.map(({ value }) => value)));
  } catch (error) {
    if (error instanceof EvaluationError) {
      return undefined;
    }
    throw error;
  }
}

/** One and two arguments, nearly every operator, are passed without building a list. */
function applied(meaning: PureMeaning, args: readonly Term[]): Term["evaluate"] {
  const [first, second, third] = args.map((arg) => arg.evaluate);
  if (first !== undefined && second === undefined) {
    return (context) => meaning(first(context));
  }
  if (first !== undefined && second !== undefined && third === undefined) {
    return (context) => meaning(first(context), second(context));
  }
  return (context) => meaning(...args.map((arg) => arg.evaluate(context)));
}

function appliedIn(meaning: ContextualMeaning, args: readonly Term[]): Term["evaluate"] {
  const [first, second, third] = args.map((arg) => arg.evaluate);
  if (first !== undefined && second === undefined) {
    return (context) => meaning(context, first(context));
  }
  if (first !== undefined && second !== undefined && third === undefined) {
    return (context) => meaning(context, first(context), second(context));
  }
  return (context) => meaning(context, ...args.map((arg) => arg.evaluate(context)));
}
