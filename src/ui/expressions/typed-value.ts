import { type DraftConstant, typedText, unfilledText } from "./draft-node.ts";

type ValueKind = DraftConstant["kind"];
/** The type of a property in checks, as far as it is known. */
export type PropertyType = ValueKind | "other" | null;

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const booleanPattern = /^(?:true|false)$/;

/** A constant as it is typed. */
export function constantText(constant: DraftConstant): string {
  switch (constant.kind) {
    case "text":
      return constant.value;
    case "number":
      return constant.digits;
    case "boolean":
      return String(constant.value);
  }
}

/**
 * The constant for a typed text: a number or true or false if it looks like one. It stays a text if
 * the property is a text, or if the person chose a text earlier.
 */
export function typedConstant(
  typed: string,
  before: DraftConstant,
  propertyType: PropertyType,
): DraftConstant {
  if (typed === "") {
    return unfilledText;
  }
  const kind = kindOfText(typed);
  const isChosenText = before.kind === "text" && kindOfText(before.value) !== "text";
  const isText = isChosenText || (propertyType === "text" && before.kind !== kind);
  return isText ? typedText(typed) : constantOf(kind, typed);
}

function kindOfText(text: string): ValueKind {
  return numberPattern.test(text) ? "number" : booleanPattern.test(text) ? "boolean" : "text";
}

export function constantOf(kind: ValueKind, text: string): DraftConstant {
  switch (kind) {
    case "text":
      return typedText(text);
    case "number":
      return { kind, digits: text };
    case "boolean":
      return { kind, value: text === "true" };
  }
}

/** The other kind that a constant could have, and whether that is likely meant. */
interface OtherKind {
  readonly kind: ValueKind;
  readonly isLikely: boolean;
}

/** Null for a text that is neither a number nor true or false. */
export function otherKind(constant: DraftConstant, propertyType: PropertyType): OtherKind | null {
  if (constant.kind !== "text") {
    return { kind: "text", isLikely: propertyType === "text" };
  }
  const kind = kindOfText(constant.value);
  return kind === "text" ? null : { kind, isLikely: true };
}
