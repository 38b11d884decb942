import type { Operator } from "./define-operator.ts";
import { isTruthy } from "./expression-value.ts";

/** Groups of conditions; an empty one, which would open for everyone, is refused at write. */
export const groups = [group("All", false), group("Any", true)] as const;

/**
 * A group whose answer is `decisive` as soon as one argument's truth is. An argument that fails
 * closes the gate wherever it stands, as in Ruby, so that the order of conditions never matters:
 * those that may fail are all evaluated, and only the rest stop at the first decisive one.
 */
function group<const Name extends string>(name: Name, decisive: boolean): Operator<Name> {
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
