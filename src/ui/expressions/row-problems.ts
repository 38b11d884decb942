import type { DraftNode } from "./draft-node.ts";
import { pathBelowDraft, shownPath } from "./draft-path.ts";
import type { DraftProblem } from "./draft-problems.ts";
import { isGroup } from "./operator-shapes.ts";
import { type Sentence, sentenceOf } from "./sentence.ts";

/** What is wrong with a sentence. */
interface RowProblem {
  /**
   * `always`: with an empty field the condition would be true for everyone. `property`, `value`: the
   * field is empty. `other`: as `message` says.
   */
  readonly kind: "always" | "property" | "value" | "other";
  readonly message: string;
}

/** The problems at a node and below it. */
export function problemsWithin(
  problems: readonly DraftProblem[],
  place: string,
): readonly DraftProblem[] {
  return problems.filter((problem) => isWithin(shownPath(problem.place), place));
}

function isWithin(inner: string, place: string): boolean {
  return place === "" || inner === place || inner.startsWith(`${place}.`);
}

export function isWrongAt(problems: readonly DraftProblem[], place: string): boolean {
  return problems.some((problem) => shownPath(problem.place) === place);
}

/** The first problem of a sentence; null if it is complete. */
export function rowProblem(
  { property, comparison, values }: Sentence,
  own: readonly DraftProblem[],
): RowProblem | null {
  const [first] = own;
  if (first === undefined) {
    return null;
  }
  const hasProperty = property.value.trim() !== "";
  const isValueMissing = values.some(
    ({ constant }) => constant.kind === "text" && constant.isUnfilled === true,
  );
  if (hasProperty && !isValueMissing) {
    return { kind: "other", message: first.message };
  }
  const isNegated = comparison === "NotEqual" || comparison === "IsNoneOf";
  const isAlways = isNegated && !hasProperty;
  return {
    kind: isAlways ? "always" : hasProperty ? "value" : "property",
    message: first.message,
  };
}

/** How many conditions of a tree are not complete. */
export function incompleteCount(
  node: DraftNode,
  problems: readonly DraftProblem[],
  place = "",
): number {
  const own = problemsWithin(problems, place);
  if (own.length === 0) {
    return 0;
  }
  if (node.kind !== "operation" || !isGroup(node.operator) || sentenceOf(node, place) !== null) {
    return 1;
  }
  const { operator, args } = node;
  const inner = args.map((arg, index) =>
    incompleteCount(arg, problems, pathBelowDraft(place, operator, index)),
  );
  return Math.max(
    1,
    inner.reduce((sum, count) => sum + count, 0),
  );
}
