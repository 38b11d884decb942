import type { Expression } from "../../core/expressions/expression.ts";
import { texts } from "../texts/texts.ts";
import { draftJson } from "./draft-node.ts";
import type { CompletePart } from "./draft-trial.ts";
import { expressionSummary } from "./expression-summary.ts";
import { isGroup } from "./operator-shapes.ts";
import { type Sentence, sentenceOf } from "./sentence.ts";
import { constantText } from "./typed-value.ts";

const words = texts.expressionBuilder;

/** A part of the sentence of an expression; names of properties are emphasized. */
interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
}

/** An expression as a sentence, as in "plan is pro, seats is over 20, and country is DE or AT". */
export function expressionSentence(part: CompletePart, isInner = false): readonly SentencePart[] {
  const { node, args } = part;
  const sentence = sentenceOf(node, "");
  if (sentence !== null) {
    return rowParts(sentence);
  }
  if (node.kind === "operation" && isGroup(node.operator)) {
    const isShared = args.length > 1;
    const parts = listed(
      args.map((each) => expressionSentence(each, isShared)),
      node.operator === "All" ? words.and : words.or,
    );
    return isInner && isShared ? [plain("("), ...parts, plain(")")] : parts;
  }
  return [plain(expressionSummary(JSON.parse(draftJson(node)) as Expression))];
}

function rowParts({ property, comparison, values }: Sentence): readonly SentencePart[] {
  const shown = values.map(({ constant }) => [plain(constantText(constant) || words.emptyText)]);
  const verb = comparison === "IsOneOf" ? "Equal" : comparison === "IsNoneOf" ? "NotEqual" : null;
  return [
    { text: property.value, isName: true },
    plain(` ${words.comparisons[verb ?? comparison]} `),
    ...listed(shown, words.or, false),
  ];
}

/** Joins parts as in "a, b, and c"; without the last comma for values. */
function listed(
  items: readonly (readonly SentencePart[])[],
  word: string,
  hasLastComma = true,
): readonly SentencePart[] {
  const isLong = items.length > 2;
  return items.flatMap((item, index) => {
    const isLast = index === items.length - 1;
    const before = isLast ? `${isLong && hasLastComma ? "," : ""} ${word} ` : ", ";
    return index === 0 ? item : [plain(before), ...item];
  });
}

function plain(text: string): SentencePart {
  return { text, isName: false };
}
