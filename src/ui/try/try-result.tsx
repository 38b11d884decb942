import type { ReactElement } from "react";
import type {
  ExpressionReason,
  GateReason,
  TryAnswer,
} from "../../api/admin/contract/try-models.ts";
import { Icon } from "../parts/icon.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { firstError, reasonSummary } from "./gate-reason-summary.ts";

const words = texts.tryIt;
const names = texts.feature.gateNames;

/** The result and the reasons, by gate in the order of the check. */
export function TryResult({ answer }: { readonly answer: TryAnswer }): ReactElement {
  const opening = answer.gates.filter(({ opens }) => opens).map(({ gate }) => names[gate]);
  return (
    <>
      <p className="verdict" data-enabled={answer.enabled}>
        <Icon name={answer.enabled ? "check" : "close"} />
        {answer.enabled ? fill(words.enabledBy, { gates: opening.join(", ") }) : words.disabled}
      </p>
      <ul className="reasons">
        {answer.gates.map((reason) => (
          <Reason key={reason.gate} reason={reason} />
        ))}
      </ul>
    </>
  );
}

function Reason({ reason }: { readonly reason: GateReason }): ReactElement {
  const { gate, opens, expression } = reason;
  return (
    <li className="reason" data-opens={opens}>
      <span className="reason-mark">
        {opens ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
        <span className="visually-hidden">{opens ? words.opens : words.closed}</span>
      </span>
      <div className="reason-text">
        <b>{names[gate]}</b>
        <p>{reasonSummary(reason)}</p>
        <Meter reason={reason} />
        {expression !== undefined && (
          <details className="reason-tree" open={true}>
            <summary>{words.tree}</summary>
            <ul>
              <TreeNode node={expression} />
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

const bucketCount = 100_000;

/** The position of the bucket, and the threshold below which the gate matches. */
function Meter({ reason }: { readonly reason: GateReason }): ReactElement | null {
  const { bucket, threshold } = reason;
  if (bucket === undefined || threshold === undefined) {
    return null;
  }
  const percent = (value: number) => `${(value / bucketCount) * 100}%`;
  return (
    <span aria-hidden="true" className="bucket">
      <i className="bucket-open" style={{ width: percent(threshold) }} />
      <i className="bucket-mark" style={{ left: percent(bucket) }} />
    </span>
  );
}

const operatorNames: Readonly<Record<string, string>> = {
  ...texts.expressionBuilder.kinds,
  ...texts.expressionBuilder.comparisons,
  ...texts.expressionBuilder.groups,
};

function TreeNode({
  node,
  isDecisive = false,
}: {
  readonly node: ExpressionReason;
  /** Whether it alone decided the result of the operator above it. */
  readonly isDecisive?: boolean;
}): ReactElement {
  const { operator, constant, operands, error } = node;
  if (isComparedLine(node)) {
    return <ComparedLine isDecisive={isDecisive} node={node} />;
  }
  const deciding = operands.filter(({ decided }) => decided);
  const decisive = operands.length > 1 && deciding.length === 1 ? deciding[0] : undefined;
  const isLeaf = constant !== undefined;
  // A name as in `property plan` needs no separate line.
  const isInline = operands.length > 0 && operands.every((each) => each.constant !== undefined);
  return (
    <li className="tree-node" data-decided={isDecisive || undefined}>
      <span className="tree-line">
        {isLeaf ? (
          <code>{JSON.stringify(constant)}</code>
        ) : (
          <>
            <span className="tree-operator">{operatorNames[operator] ?? operator}</span>
            {isInline && (
              <code>{operands.map((each) => JSON.stringify(each.constant)).join(", ")}</code>
            )}
            <TreeValue node={node} />
          </>
        )}
        {isDecisive && <span className="tree-decided">{words.decided}</span>}
      </span>
      {error !== undefined && <p className="field-error">{error}</p>}
      {!isInline && operands.length > 0 && (
        <ul>
          {operands.map((each, index) => (
            <TreeNode isDecisive={each === decisive} key={index} node={each} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Two sides that each fit on a line: `plan "pro" is "pro"`. */
function isComparedLine({ operator, operands, error }: ExpressionReason): boolean {
  return (
    operator in texts.expressionBuilder.comparisons &&
    error === undefined &&
    operands.every(
      (side) =>
        side.error === undefined &&
        (side.constant !== undefined || side.operands.every((each) => each.constant !== undefined)),
    )
  );
}

function ComparedLine({
  node,
  isDecisive,
}: {
  readonly node: ExpressionReason;
  readonly isDecisive: boolean;
}): ReactElement {
  const [left, right] = node.operands;
  return (
    <li className="tree-node">
      <span className="tree-line">
        {left !== undefined && <Side node={left} />}
        <span className="tree-operator">{operatorNames[node.operator]}</span>
        {right !== undefined && <Side node={right} />}
        <span aria-hidden="true">→</span>
        <TreeValue node={node} />
        {isDecisive && <span className="tree-decided">{words.decided}</span>}
      </span>
    </li>
  );
}

function Side({ node }: { readonly node: ExpressionReason }): ReactElement {
  if (node.constant !== undefined) {
    return <code>{JSON.stringify(node.constant)}</code>;
  }
  const args = node.operands.map(({ constant }) => String(constant)).join(", ");
  return (
    <>
      <span className="tree-operator">
        {node.operator === "Property" ? args : `${operatorNames[node.operator]} ${args}`}
      </span>
      <TreeValue node={node} />
    </>
  );
}

function TreeValue({ node }: { readonly node: ExpressionReason }): ReactElement | null {
  if (node.error !== undefined) {
    return null;
  }
  return "value" in node && node.value !== undefined ? (
    <code className="tree-value" data-value={String(node.value)}>
      {JSON.stringify(node.value)}
    </code>
  ) : (
    <span className="faint">{firstError(node) === undefined ? words.notNeeded : words.failed}</span>
  );
}
