import type { DraftConstant, DraftNode, DraftOperation, DraftText } from "./draft-node.ts";
import { typedText, unfilledText } from "./draft-node.ts";
import { pathBelowDraft } from "./draft-path.ts";
import { type ComparisonName, comparisonNames, isComparison } from "./operator-shapes.ts";

/** The comparisons of a sentence. Groups of comparisons express the last two for every client. */
export const sentenceComparisons = [...comparisonNames, "IsOneOf", "IsNoneOf"] as const;
type SentenceComparison = (typeof sentenceComparisons)[number];

/** Casts that leave a constant of their kind unchanged. */
const casts = { text: "String", number: "Number", boolean: "Boolean" } as const;

interface SentenceValue {
  readonly constant: DraftConstant;
  /** The operator around the constant, as other programs write it: `{"String": ["pro"]}`. */
  readonly cast?: (typeof casts)[DraftConstant["kind"]];
  /** The path of the constant. */
  readonly place: string;
}

/** A condition as a sentence: `plan | is one of | pro, trial`. */
export interface Sentence {
  readonly property: DraftText;
  /** The path of the first name of the property. */
  readonly propertyPlace: string;
  readonly comparison: SentenceComparison;
  readonly values: readonly SentenceValue[];
}

/** The sentence of a node; null if it needs more than a property, a comparison and constants. */
export function sentenceOf(node: DraftNode, place: string): Sentence | null {
  if (node.kind !== "operation") {
    return null;
  }
  return isComparison(node.operator) ? comparisonSentence(node, place) : listSentence(node, place);
}

function comparisonSentence({ operator, args }: DraftOperation, place: string): Sentence | null {
  const [left, right, ...others] = args;
  if (left?.kind !== "operation" || left.operator !== "Property" || right === undefined) {
    return null;
  }
  const [property, ...names] = left.args;
  const value = valueIn(right, pathBelowDraft(place, operator, 1));
  if (property?.kind !== "text" || names.length + others.length > 0 || value === null) {
    return null;
  }
  const propertyPlace = pathBelowDraft(pathBelowDraft(place, operator, 0), "Property", 0);
  return isComparison(operator)
    ? { property, propertyPlace, comparison: operator, values: [value] }
    : null;
}

function listSentence({ operator, args, isGroup }: DraftOperation, place: string): Sentence | null {
  const inner = operator === "Any" ? "Equal" : operator === "All" ? "NotEqual" : null;
  if (inner === null || isGroup === true || args.length < 2) {
    return null;
  }
  const sentences = args.map((arg, index) =>
    sentenceOf(arg, pathBelowDraft(place, operator, index)),
  );
  const [first] = sentences;
  if (first === null || first === undefined) {
    return null;
  }
  const fits = sentences.every(
    (each) => each?.comparison === inner && each.property.value === first.property.value,
  );
  const comparison = inner === "Equal" ? "IsOneOf" : "IsNoneOf";
  return fits
    ? { ...first, comparison, values: sentences.flatMap((each) => each?.values ?? []) }
    : null;
}

function valueIn(node: DraftNode, place: string): SentenceValue | null {
  if (node.kind === "json") {
    return null;
  }
  if (node.kind !== "operation") {
    return { constant: node, place };
  }
  const [inner, ...others] = node.args;
  if (inner === undefined || inner.kind === "json" || inner.kind === "operation") {
    return null;
  }
  const cast = casts[inner.kind];
  return node.operator === cast && others.length === 0
    ? { constant: inner, cast, place: pathBelowDraft(place, cast, 0) }
    : null;
}

/** The node of a sentence. A list of one value is a plain comparison. */
export function nodeOfSentence({ property, comparison, values }: Sentence): DraftOperation {
  const of = (operator: ComparisonName, value: DraftNode): DraftOperation => ({
    kind: "operation",
    operator,
    args: [{ kind: "operation", operator: "Property", args: [property] }, value],
  });
  const [first = unfilledText, ...others] = values.map(nodeOfValue);
  if (comparison !== "IsOneOf" && comparison !== "IsNoneOf") {
    return of(comparison, first);
  }
  const inner = comparison === "IsOneOf" ? "Equal" : "NotEqual";
  return others.length === 0
    ? of(inner, first)
    : {
        kind: "operation",
        operator: comparison === "IsOneOf" ? "Any" : "All",
        args: [first, ...others].map((value) => of(inner, value)),
      };
}

function nodeOfValue({ constant, cast }: SentenceValue): DraftNode {
  return cast === casts[constant.kind]
    ? { kind: "operation", operator: cast, args: [constant] }
    : constant;
}

const emptyValue: SentenceValue = { constant: unfilledText, place: "" };

export function isListComparison(comparison: SentenceComparison): boolean {
  return comparison === "IsOneOf" || comparison === "IsNoneOf";
}

/** A list has a field for a second value; any other comparison keeps the first value. */
export function withComparison(sentence: Sentence, comparison: SentenceComparison): Sentence {
  const { values } = sentence;
  const kept = isListComparison(comparison)
    ? values.length < 2
      ? [...values, emptyValue]
      : values
    : values.slice(0, 1);
  return { ...sentence, comparison, values: kept };
}

export function withProperty(sentence: Sentence, name: string): Sentence {
  return { ...sentence, property: typedText(name) };
}

export function withConstant(sentence: Sentence, index: number, constant: DraftConstant): Sentence {
  const values = sentence.values.map((value, at) =>
    at === index ? { ...value, constant } : value,
  );
  return { ...sentence, values };
}

export function withNewValue(sentence: Sentence): Sentence {
  return { ...sentence, values: [...sentence.values, emptyValue] };
}

export function withoutValue(sentence: Sentence, index: number): Sentence {
  return { ...sentence, values: sentence.values.filter((_, at) => at !== index) };
}
