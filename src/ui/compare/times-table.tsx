import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { ComparedFeature } from "../../api/admin/contract/environment-models.ts";
import type { FeatureAtTwoTimes } from "../../api/admin/contract/past-models.ts";
import { gateLines } from "../gates/gate-lines.ts";
import { Button } from "../parts/button.tsx";
import { Gauge, gaugeOf } from "../parts/gauge.tsx";
import { timeInFull, timeInShort } from "../past/time-words.ts";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import { pastTexts } from "../texts/past-texts.ts";
import { texts } from "../texts/texts.ts";

const { compareTimes: words } = pastTexts;
const shownAtOnce = 100;

/** A group of rows for each feature that differs between two times. */
export function TimesTable({
  features,
  from,
  to,
}: {
  readonly features: readonly FeatureAtTwoTimes[];
  readonly from: number;
  readonly to: number;
}): ReactElement {
  const [limit, setLimit] = useState(shownAtOnce);
  return (
    <>
      <table className="table compare">
        <thead>
          <tr>
            <th scope="col">{compareTexts.compare.feature}</th>
            <th scope="col">{timeInFull(from)}</th>
            <th scope="col">{timeInFull(to)}</th>
          </tr>
        </thead>
        {features.slice(0, limit).map((feature) => (
          <ChangedRows feature={feature} from={from} key={feature.key} to={to} />
        ))}
      </table>
      {features.length > limit && (
        <p className="card-foot">
          <Button onClick={() => setLimit(limit + shownAtOnce)}>
            {compareTexts.compare.showMore}
          </Button>
        </p>
      )}
    </>
  );
}

function ChangedRows({
  feature,
  from,
  to,
}: {
  readonly feature: FeatureAtTwoTimes;
  readonly from: number;
  readonly to: number;
}): ReactElement {
  const { key, left, right } = feature;
  const pagePath = usePagePath();
  const both = bothSides(feature);
  const [before, after] = [timeInShort(from), timeInShort(to)];
  return (
    <tbody className="compared compared-different">
      <tr>
        <th scope="rowgroup">
          <Link className="clamp compared-key" href={pagePath(featurePath(key))} title={key}>
            {key}
          </Link>
        </th>
        <SideCell label={before} side={left} />
        <SideCell label={after} side={right} />
      </tr>
      {both !== null &&
        gateLines(both).map((line) => (
          <tr className="compared-gate" key={line.gate}>
            <th scope="row">{line.label}</th>
            <td data-label={before}>{line.left}</td>
            <td data-label={after}>{line.right}</td>
          </tr>
        ))}
    </tbody>
  );
}

/** Null if the feature did not exist at one of both times. */
function bothSides({ left, right, ...feature }: FeatureAtTwoTimes): ComparedFeature | null {
  return left === null || right === null ? null : { ...feature, left, right, isDifferent: true };
}

function SideCell({
  label,
  side,
}: {
  readonly label: string;
  readonly side: FeatureAtTwoTimes["left"];
}): ReactElement {
  return (
    <td data-label={label}>
      <span className="compared-side">
        {side === null ? (
          <span className="faint">{words.missing}</span>
        ) : (
          <>
            <Gauge label={texts.states[side.state]} value={gaugeOf(side.gates)} />
            <span className="compared-words">{texts.states[side.state]}</span>
          </>
        )}
      </span>
    </td>
  );
}
