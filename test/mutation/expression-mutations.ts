import type { Mutation } from "./mutation.ts";

/** Mutations of what expressions are refused for. */
export const expressionMutations: readonly Mutation[] = [
  {
    threat: "a condition that nobody filled in: an empty name",
    file: "src/core/expressions/constant-problems.ts",
    from: 'toTextOrNull(value)?.trim() === ""',
    to: 'toTextOrNull(value)?.trim() === "empty"',
    tests: ["core/expressions/expression-refusals.test.ts"],
  },
  {
    threat: "a condition that nobody filled in: the page saves an empty field",
    file: "src/ui/expressions/draft-node.ts",
    from: 'return value === "" ? unfilledText',
    to: 'return value === "unfilled" ? unfilledText',
    tests: ["ui-rules/expression-drafts.test.ts"],
  },
  {
    threat: "a constant that raises in every client",
    file: "src/core/expressions/constant-problems.ts",
    from: "return rules[operator]?.(value, index);",
    to: "return index < 0 ? rules[operator]?.(value, index) : undefined;",
    tests: ["core/expressions/expression-refusals.test.ts"],
  },
];
