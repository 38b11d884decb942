import type { ReactElement } from "react";
import type { Expression } from "../../core/expressions/expression.ts";
import { texts } from "../texts/texts.ts";
import { type DraftNode, draftJson } from "./draft-node.ts";
import { pathBelowDraft } from "./draft-path.ts";
import { expressionSummary } from "./expression-summary.ts";
import { isGroup } from "./operator-shapes.ts";
import { sentenceOf } from "./sentence.ts";
import { constantText } from "./typed-value.ts";

const words = texts.expressionBuilder;

/** The conditions for a person who may only look. */
export function ConditionText({
  node,
  place = "",
}: {
  readonly node: DraftNode;
  readonly place?: string;
}): ReactElement {
  const sentence = sentenceOf(node, place);
  if (sentence !== null) {
    const { property, comparison, values } = sentence;
    return (
      <p>
        <code>{property.value}</code> {words.comparisons[comparison]}{" "}
        <code>
          {values.map(({ constant }) => constantText(constant) || words.emptyText).join(", ")}
        </code>
      </p>
    );
  }
  if (node.kind === "operation" && isGroup(node.operator)) {
    const { operator, args } = node;
    return (
      <>
        <p>
          {words.groups[operator === "All" ? "All" : "Any"]} {words.mustBeTrue}
        </p>
        <ul className="expression-text">
          {args.map((arg, index) => {
            const inner = pathBelowDraft(place, operator, index);
            return (
              <li key={inner}>
                <ConditionText node={arg} place={inner} />
              </li>
            );
          })}
        </ul>
      </>
    );
  }
  return <p>{expressionSummary(JSON.parse(draftJson(node)) as Expression)}</p>;
}
