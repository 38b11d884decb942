import type { Operator } from "./define-operator.ts";
import { isTruthy } from "./expression-value.ts";

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
      const fallible = args.filter((arg) => arg.fallible).map((arg) => arg.evaluate);
      const infallible = args.filter((arg) => !arg.fallible).map((arg) => arg.evaluate);
      return {
        fallible: fallible.length > 0,
        evaluate: (context) => {
          let decided = false;
          for (const evaluate of fallible) {
            decided = isTruthy(evaluate(context)) === decisive || decided;
          }
          if (decided) {
            return decisive;
          }
          for (const evaluate of infallible) {
            if (isTruthy(evaluate(context)) === decisive) {
              return decisive;
            }
          }
          return !decisive;
        },
      };
    },
  };
}
