import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";

export type Evaluate = (context: ExpressionContext) => Value;

/** A compiled argument. `evaluate` may throw an `EvaluationError` only if `fallible` is true. */
export interface Term {
  readonly evaluate: Evaluate;
  readonly fallible: boolean;
  /** Present if the value is the same in every context. */
  readonly constant?: Value;
  /** Present if the value depends on other features. */
  readonly condition?: Condition | undefined;
}

/**
 * How the truth of a term depends on other features, for features that refer to each other in a
 * cycle: a reference; a group, which is true if one part is (`any`), or if all are (`all`); or a
 * `value`, which has a single part. `plain` are the parts whose truth only an evaluation shows.
 */
export type Condition =
  | { readonly kind: "reference"; readonly slot: number }
  | {
      readonly kind: "any" | "all" | "value";
      readonly parts: readonly Condition[];
      readonly plain: readonly Evaluate[];
    };

export function valueCondition(evaluate: Evaluate): Condition {
  return { kind: "value", parts: noParts, plain: [evaluate] };
}

const noParts: readonly Condition[] = [];

export function constantTerm(value: Value): Term {
  return { evaluate: () => value, fallible: false, constant: value };
}

/** A term whose truth is known only from its value. */
export function valueTerm(evaluate: Evaluate, args: readonly Term[], fallible: boolean): Term {
  return {
    evaluate,
    fallible: fallible || args.some((arg) => arg.fallible),
    condition: args.some((arg) => arg.condition) ? valueCondition(evaluate) : undefined,
  };
}
