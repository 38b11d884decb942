import type { ExplainedTerm } from "../../api/admin/contract/explain-models.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = evaluationsTexts.tryIt.why;
const verbs: Readonly<Record<string, string>> = texts.expressionBuilder.comparisons;
const deniedVerbs: Readonly<Record<string, string>> = words.denied;

/** The comparison that decided, as in "seats 14 is not over 20"; null if none did alone. */
export function decidingWords(term: ExplainedTerm): string | null {
  const { operator, decidedBy, operands, value } = term;
  if (operator === "All" || operator === "Any") {
    const deciding = operands[decidedBy ?? (operands.length === 1 ? 0 : -1)];
    return deciding === undefined ? null : decidingWords(deciding);
  }
  const [left, right] = operands;
  const isTrue = value?.text === "true";
  const verb = (isTrue ? verbs : deniedVerbs)[operator ?? ""];
  if (verb === undefined || left === undefined || right === undefined) {
    return null;
  }
  const isSame = isTrue && operator === "Equal";
  const leftWords = sideWords(left, isSame);
  const rightWords = sideWords(right, isSame);
  return leftWords === null || rightWords === null ? null : `${leftWords} ${verb} ${rightWords}`;
}

/** A property with its value, or a constant; null for a longer term. */
function sideWords(
  { operator, operands, value }: ExplainedTerm,
  isNameOnly: boolean,
): string | null {
  if (operator === null) {
    return value?.text ?? null;
  }
  const [name] = operands;
  if (operator !== "Property" || name?.value == null || value === null) {
    return null;
  }
  if (isNameOnly) {
    return name.value.text;
  }
  return value.type === "null"
    ? fill(words.notSent, { name: name.value.text })
    : `${name.value.text} ${value.text}`;
}
