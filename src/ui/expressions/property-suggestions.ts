import type { DraftNode } from "./draft-node.ts";
import type { PropertyType } from "./typed-value.ts";

/** A property that a condition could use. */
export interface SuggestedProperty {
  readonly name: string;
  readonly type: PropertyType;
  /** The share of the recorded checks that had it; null if checks do not show it. */
  readonly share: number | null;
}

export interface PropertySuggestions {
  readonly properties: readonly SuggestedProperty[];
  /** Those that the expression does not use yet. */
  readonly unused: readonly SuggestedProperty[];
  /** Whether checks show them; otherwise expressions do. */
  readonly areSeen: boolean;
  readonly typeOf: (name: string) => PropertyType;
}

/** The names of the properties in an expression, each once. */
export function propertyNames(tree: DraftNode | null): readonly string[] {
  return tree === null ? [] : [...new Set(namesIn(tree))];
}

function namesIn(node: DraftNode): readonly string[] {
  if (node.kind !== "operation") {
    return [];
  }
  const [first] = node.args;
  return node.operator === "Property" && first?.kind === "text" && first.value.trim() !== ""
    ? [first.value]
    : node.args.flatMap(namesIn);
}
