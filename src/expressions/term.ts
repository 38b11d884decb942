import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";

export type Evaluate = (context: ExpressionContext) => Value;

/** A compiled argument. `evaluate` may throw an `EvaluationError` only if `fallible` is true. */
export interface Term {
  readonly evaluate: Evaluate;
  readonly fallible: boolean;
  /** Present if the value is the same in every context. */
  readonly constant?: Constant;
  /** Present if the value depends on other features. */
  readonly condition?: Condition;
}

export interface Constant {
  readonly value: Value;
}

/**
 * How the truth of a term depends on other features, for features that refer to each other in a
 * cycle: a reference; a group, which is true if one part is (`any`), or if all are (`all`); or a
 * `value`, which has a single part. `plain` are the parts that only their evaluation can tell.
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

/** One object for each constant: most arguments are constants that an operator folds. */
class ConstantTerm implements Term, Constant {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }

  get fallible(): boolean {
    return false;
  }

  get constant(): Constant {
    return this;
  }

  get evaluate(): Evaluate {
    const { value } = this;
    return () => value;
  }
}

export function constantTerm(value: Value): Term {
  return value === true ? trueTerm : value === false ? falseTerm : new ConstantTerm(value);
}

const trueTerm: Term = { evaluate: () => true, fallible: false, constant: { value: true } };
const falseTerm: Term = { evaluate: () => false, fallible: false, constant: { value: false } };

/** A term whose truth is known only from its value. */
export function valueTerm(evaluate: Evaluate, args: readonly Term[], fallible: boolean): Term {
  const isFallible = fallible || args.some((arg) => arg.fallible);
  return args.some((arg) => arg.condition !== undefined)
    ? { evaluate, fallible: isFallible, condition: valueCondition(evaluate) }
    : { evaluate, fallible: isFallible };
}
