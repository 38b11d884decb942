import type { ExplainedTerm } from "../../api/admin/contract/explain-models.ts";
import type { DraftNode } from "./draft-node.ts";
import { pathBelowDraft } from "./draft-path.ts";
import { isGroup } from "./operator-shapes.ts";
import type { Sentence } from "./sentence.ts";

/** A part of a draft without its incomplete conditions, with its path in the whole draft. */
export interface CompletePart {
  readonly node: DraftNode;
  readonly place: string;
  readonly args: readonly CompletePart[];
}

/** The part of a draft that can be evaluated; null if nothing can. */
export function completePart(
  node: DraftNode,
  isWrong: (place: string) => boolean,
  place = "",
): CompletePart | null {
  if (node.kind !== "operation") {
    return isWrong(place) ? null : { node, place, args: [] };
  }
  const { operator } = node;
  const parts = node.args.flatMap(
    (arg, index) => completePart(arg, isWrong, pathBelowDraft(place, operator, index)) ?? [],
  );
  const isKept = isGroup(operator) ? parts.length > 0 : parts.length === node.args.length;
  return isKept && !isWrong(place)
    ? { node: { ...node, args: parts.map((part) => part.node) }, place, args: parts }
    : null;
}

/** The evaluation of a part of a draft for one actor. */
export interface TriedTerm {
  readonly term: ExplainedTerm;
  /** Whether the result of the whole needed it: an earlier condition may have decided. */
  readonly isNeeded: boolean;
}

/** The explained parts of a draft by their paths in the draft. */
export function triedTerms(
  part: CompletePart,
  term: ExplainedTerm,
  isNeeded = true,
): ReadonlyMap<string, TriedTerm> {
  const found = new Map<string, TriedTerm>([[part.place, { term, isNeeded }]]);
  for (const [index, inner] of part.args.entries()) {
    const operand = term.operands[index];
    if (operand !== undefined) {
      const isLater = term.decidedBy !== null && index > term.decidedBy;
      for (const entry of triedTerms(inner, operand, isNeeded && !isLater)) {
        found.set(...entry);
      }
    }
  }
  return found;
}

/** The result of a row for one actor. */
export type TrialCell =
  | { readonly kind: "unknown" | "unneeded" | "true" | "unset" }
  /** `text` is the actor's own value, if it explains more than "no". */
  | { readonly kind: "false"; readonly text: string | null }
  | { readonly kind: "failed"; readonly message: string };

export function trialCell(tried: TriedTerm | undefined, sentence: Sentence | null): TrialCell {
  if (tried === undefined) {
    return { kind: "unknown" };
  }
  const { term, isNeeded } = tried;
  if (!isNeeded) {
    return { kind: "unneeded" };
  }
  if (term.value === null) {
    return { kind: "failed", message: firstError(term) ?? "" };
  }
  if (isTrue(term)) {
    return { kind: "true" };
  }
  const value = sentence === null ? null : (propertyOf(term)?.value ?? null);
  return value?.type === "null" ? { kind: "unset" } : { kind: "false", text: value?.text ?? null };
}

/** As in an expression gate: only false and null are false. */
function isTrue({ value }: ExplainedTerm): boolean {
  const isFalse = value?.type === "boolean" && value.text === "false";
  return value !== null && value.type !== "null" && !isFalse;
}

function propertyOf({ operator, operands }: ExplainedTerm): ExplainedTerm | undefined {
  const [first] = operands;
  return operator === "Any" || operator === "All" ? first?.operands[0] : first;
}

function firstError({ error, operands }: ExplainedTerm): string | null {
  for (const operand of operands) {
    const inner = firstError(operand);
    if (inner !== null) {
      return inner;
    }
  }
  return error;
}
