import type { ReactElement } from "react";
import type { ExplainedTerm } from "../../api/admin/contract/explain-models.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { texts } from "../texts/texts.ts";
import { firstError } from "./gate-reason-summary.ts";

const words = evaluationsTexts.tryIt;
const operatorNames: Readonly<Record<string, string>> = {
  ...texts.expressionBuilder.kinds,
  ...texts.expressionBuilder.comparisons,
  ...texts.expressionBuilder.groups,
};

function nameOf({ operator }: ExplainedTerm): string {
  return operator === null ? "" : (operatorNames[operator] ?? operator);
}

/** A part of an expression with its result, and the parts below it. */
export function TreeNode({
  node,
  isDecisive = false,
}: {
  readonly node: ExplainedTerm;
  /** Whether it alone decided the result of the operator above it. */
  readonly isDecisive?: boolean;
}): ReactElement {
  const { operator, operands, decidedBy, error } = node;
  if (isComparedLine(node)) {
    return <ComparedLine isDecisive={isDecisive} node={node} />;
  }
  // A name as in `property plan` needs no separate line.
  const isInline = operands.length > 0 && operands.every(isConstant);
  return (
    <li className="tree-node" data-decided={isDecisive || undefined}>
      <span className="tree-line">
        {operator === null ? (
          <code>{shownText(node)}</code>
        ) : (
          <>
            <span className="tree-operator">{nameOf(node)}</span>
            {isInline && <code>{operands.map(shownText).join(", ")}</code>}
            <TreeValue node={node} />
          </>
        )}
        {isDecisive && <span className="tree-decided">{words.decided}</span>}
      </span>
      {error !== null && <p className="field-error">{error}</p>}
      {!isInline && operands.length > 0 && (
        <ul>
          {operands.map((each, index) => (
            <TreeNode
              isDecisive={operands.length > 1 && decidedBy === index}
              key={index}
              node={each}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Two sides that each fit on a line: `plan "pro" is "pro"`. */
function isComparedLine({ operator, operands, error }: ExplainedTerm): boolean {
  return (
    operator !== null &&
    operator in texts.expressionBuilder.comparisons &&
    error === null &&
    operands.every((side) => side.error === null && side.operands.every(isConstant))
  );
}

function isConstant({ operator }: ExplainedTerm): boolean {
  return operator === null;
}

/** Texts are quoted: the text `14` is not the number. */
function shownText({ value }: ExplainedTerm): string {
  return value === null ? "" : value.type === "text" ? JSON.stringify(value.text) : value.text;
}

function ComparedLine({
  node,
  isDecisive,
}: {
  readonly node: ExplainedTerm;
  readonly isDecisive: boolean;
}): ReactElement {
  const [left, right] = node.operands;
  return (
    <li className="tree-node">
      <span className="tree-line">
        {left !== undefined && <Side node={left} />}
        <span className="tree-operator">{nameOf(node)}</span>
        {right !== undefined && <Side node={right} />}
        <span aria-hidden="true">→</span>
        <TreeValue node={node} />
        {isDecisive && <span className="tree-decided">{words.decided}</span>}
      </span>
    </li>
  );
}

function Side({ node }: { readonly node: ExplainedTerm }): ReactElement {
  if (node.operator === null) {
    return <code>{shownText(node)}</code>;
  }
  const args = node.operands.map(({ value }) => value?.text).join(", ");
  return (
    <>
      <span className="tree-operator">
        {node.operator === "Property" ? args : `${nameOf(node)} ${args}`}
      </span>
      <TreeValue node={node} />
    </>
  );
}

function TreeValue({ node }: { readonly node: ExplainedTerm }): ReactElement | null {
  if (node.error !== null) {
    return null;
  }
  return node.value === null ? (
    <span className="faint">{firstError(node) === null ? words.notNeeded : words.failed}</span>
  ) : (
    <code className="tree-value" data-value={node.value.text}>
      {shownText(node)}
    </code>
  );
}
