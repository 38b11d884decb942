import type { ReactElement } from "react";
import type { ExplainedFeature, ExplainedGate } from "../../api/admin/contract/explain-models.ts";
import { gateNames } from "../gates/gate-names.ts";
import { Icon } from "../parts/icon.tsx";
import { useSession } from "../session/session.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { TreeNode } from "./explained-tree.tsx";
import { reasonSummary } from "./gate-reason-summary.ts";

const words = evaluationsTexts.tryIt;

/** Why each gate matches or not, in the order of the page. `other` is the other of two states. */
export function GateReasons({
  feature,
  other,
}: {
  readonly feature: ExplainedFeature;
  readonly other: ExplainedFeature | undefined;
}): ReactElement {
  const { mode } = useSession();
  const gates = gateNames
    .filter((name) => name !== "expression" || mode === "hosted")
    .flatMap((name) => feature.gates.filter(({ gate }) => gate === name));
  return (
    <ul className="reasons">
      {gates.map((gate) => (
        <Reason
          gate={gate}
          key={gate.gate}
          other={other?.gates.find((each) => each.gate === gate.gate)}
        />
      ))}
    </ul>
  );
}

function Reason({
  gate,
  other,
}: {
  readonly gate: ExplainedGate;
  readonly other: ExplainedGate | undefined;
}): ReactElement {
  const { opens } = gate;
  return (
    <li className="reason" data-opens={opens}>
      <span className="reason-mark">
        {opens ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
        <span className="visually-hidden">{opens ? words.opens : words.closed}</span>
      </span>
      <span>{words.gates[gate.gate]}</span>
      <div className="reason-text">
        <p>{reasonSummary(gate)}</p>
        {gate.gate === "percentageOfActors" && gate.bucket !== null && (
          <Track
            bucket={gate.bucket}
            threshold={gate.threshold}
            otherThreshold={other?.gate === "percentageOfActors" ? other.threshold : gate.threshold}
          />
        )}
        {gate.gate === "expression" && gate.tree !== undefined && (
          <details className="reason-tree">
            <summary>{words.tree}</summary>
            <ul>
              <TreeNode node={gate.tree} />
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

const bucketCount = 100_000;

/** The position of the bucket, and the thresholds below which the gate matches: saved and draft. */
function Track({
  bucket,
  threshold,
  otherThreshold,
}: {
  readonly bucket: number;
  readonly threshold: number;
  readonly otherThreshold: number;
}): ReactElement {
  const percent = (value: number) => `${(value / bucketCount) * 100}%`;
  return (
    <span aria-hidden="true" className="bucket">
      <i className="bucket-draft" style={{ width: percent(Math.max(threshold, otherThreshold)) }} />
      <i className="bucket-open" style={{ width: percent(Math.min(threshold, otherThreshold)) }} />
      <i className="bucket-mark" style={{ left: percent(bucket) }} />
    </span>
  );
}
