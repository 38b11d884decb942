import { memoizePerObject } from "../memo/memoize-per-object.ts";
import type { Argument, Expression } from "./expression.ts";

/** The operators whose results change by themselves. */
const unsteadyOperators: ReadonlySet<string> = new Set(["Now", "Random"]);

/** Whether time or chance affects an expression. Cached, as it reads the whole expression. */
export const isUnsteady = memoizePerObject((expression: Expression): boolean =>
  isUnsteadyArgument(expression),
);

/** Recursive; the depth is at most 32. */
function isUnsteadyArgument(argument: Argument): boolean {
  return (
    typeof argument === "object" &&
    Object.entries(argument).some(
      ([name, args]) => unsteadyOperators.has(name) || args.some(isUnsteadyArgument),
    )
  );
}
