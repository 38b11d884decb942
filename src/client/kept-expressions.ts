import type { ExpressionKeeper } from "../core/evaluation/toggle.ts";
import { compileExpression } from "../core/expressions/compile-expression.ts";

/** Keeps every compiled expression: a list has few, and its size is limited. */
export const keptExpressions: ExpressionKeeper = {
  beginCheck: () => undefined,
  use: ({ compiled }) => compiled,
  compile(expression, keep) {
    const compiled = compileExpression(expression);
    keep({ keeper: keptExpressions, compiled, usedIn: 0, queuedIn: 0 });
    return compiled;
  },
};
