import type { Argument, Expression } from "../expressions/expression.ts";

/**
 * Whether two expressions have equal JSON texts. They are normalized, so comparing their values
 * suffices. The texts take much memory, and most expressions that differ do so near their
 * beginning.
 */
export function sameExpression(left: Expression | null, right: Expression | null): boolean {
  return left === right || (left !== null && right !== null && sameArgument(left, right));
}

function sameArgument(left: Argument, right: Argument): boolean {
  if (typeof left !== "object" || typeof right !== "object") {
    return left === right;
  }
  const [args = []] = Object.values(left);
  const [others = []] = Object.values(right);
  return (
    Object.keys(left)[0] === Object.keys(right)[0] &&
    args.length === others.length &&
    args.every((argument, index) => sameArgument(argument, others[index] ?? ""))
  );
}
