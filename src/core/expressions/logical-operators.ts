import type { Operator } from "./define-operator.ts";
import { isTruthy } from "./expression-value.ts";
import type { Condition, Evaluate, Term } from "./term.ts";

/**
 * `parseExpression` refuses an empty `All`, which would be true for everyone, and an empty `Any`.
 */
export const logicalOperators = [
  logicalOperator("All", false),
  logicalOperator("Any", true),
] as const;

/**
 * An operator whose result is `decisive` if the truth of any argument is. As in Ruby, an argument
 * that fails makes the whole evaluation fail, whatever the order of the arguments. So all fallible
 * arguments are evaluated; only the evaluation of the others stops at the first decisive one.
 */
function logicalOperator<const Name extends string>(name: Name, decisive: boolean): Operator<Name> {
  return {
    name,
    arity: { least: 1, most: Number.POSITIVE_INFINITY },
    compile: (args) => {
      const fallible = evaluatesOf(args, (arg) => arg.fallible);
      const infallible = evaluatesOf(args, (arg) => !arg.fallible);
      return {
        evaluate: evaluateAll(decisive, fallible, infallible),
        fallible: fallible.length > 0,
        condition: conditionOf(args, decisive ? "any" : "all"),
      };
    },
  };
}

const noTerms: readonly Evaluate[] = [];

function evaluateAll(
  decisive: boolean,
  fallible: readonly Evaluate[],
  infallible: readonly Evaluate[],
): Evaluate {
  return (context) => {
    let decided = false;
    for (const evaluate of fallible) {
      decided = isTruthy(evaluate(context)) === decisive || decided;
    }
    for (const evaluate of infallible) {
      if (decided) {
        break;
      }
      decided = isTruthy(evaluate(context)) === decisive;
    }
    return decided === decisive;
  };
}

function evaluatesOf(args: readonly Term[], isChosen: (arg: Term) => boolean): readonly Evaluate[] {
  const chosen = args.filter(isChosen);
  return chosen.length === 0 ? noTerms : chosen.map((arg) => arg.evaluate);
}

function conditionOf(args: readonly Term[], kind: "any" | "all"): Condition | undefined {
  const parts = args.map(({ condition }) => condition).filter((part) => part !== undefined);
  return parts.length === 0
    ? undefined
    : { kind, parts, plain: evaluatesOf(args, (arg) => arg.condition === undefined) };
}
