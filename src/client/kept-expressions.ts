import { compileExpression } from "../expressions/compile-expression.ts";
import type { ExpressionKeeper } from "../toggles/toggle.ts";

/** Keeps every compiled expression: those of one list are few, and its size is limited. */
export const keptExpressions: ExpressionKeeper = {
  beginCheck: () => undefined,
  use: ({ compiled }) => compiled,
  compile(expression, keep) {
    const compiled = compileExpression(expression);
    keep({ keeper: keptExpressions, compiled, usedIn: 0, queuedIn: 0 });
    return compiled;
  },
};
