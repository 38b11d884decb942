import type { ReactElement } from "react";
import { Link } from "wouter";
import type {
  ComparedFeature,
  EnvironmentRow,
} from "../../api/admin/contract/environment-models.ts";
import { gateLines } from "../gates/gate-lines.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { Checkbox } from "../parts/checkbox.tsx";
import { Gauge, gaugeOf } from "../parts/gauge.tsx";
import { Icon } from "../parts/icon.tsx";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useRoleCheck } from "../session/session.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Pair } from "./compared-pair.ts";
import type { CopyRequest } from "./copy-gates.tsx";

const { compare: words } = compareTexts;

/** The states of one feature, and each gate that differs. */
export function ComparedRows({
  feature,
  pair: { left, right },
  isSelected,
  onSelect,
  onCopy,
}: {
  readonly feature: ComparedFeature;
  readonly pair: Pair;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onCopy: (request: CopyRequest) => void;
}): ReactElement {
  const { key, isDifferent } = feature;
  const may = useRoleCheck();
  const mayCopy = isDifferent && may("member", left.id) && may("member", right.id);
  const copy = (from: EnvironmentRow, to: EnvironmentRow) => onCopy({ key, from, to });
  return (
    <tbody className={isDifferent ? "compared compared-different" : "compared"}>
      <tr>
        <th scope="rowgroup">
          <span className="compared-head">
            {mayCopy && (
              <Checkbox
                isChecked={isSelected}
                label={fill(words.select, { key })}
                onChange={onSelect}
              />
            )}
            <span className="clamp compared-key" title={key}>
              {key}
            </span>
          </span>
        </th>
        <SideCell environment={left} feature={feature} side={feature.left}>
          {mayCopy && <CopyTo featureKey={key} from={left} onCopy={copy} to={right} />}
        </SideCell>
        <SideCell environment={right} feature={feature} side={feature.right}>
          {mayCopy && (
            <CopyTo featureKey={key} from={right} isBack={true} onCopy={copy} to={left} />
          )}
        </SideCell>
      </tr>
      {isDifferent &&
        gateLines(feature).map((line) => (
          <tr className="compared-gate" key={line.gate}>
            <th scope="row">{line.label}</th>
            <td data-label={left.name}>{line.left}</td>
            <td data-label={right.name}>{line.right}</td>
          </tr>
        ))}
    </tbody>
  );
}

function SideCell({
  environment,
  feature: { key, isDifferent },
  side,
  children,
}: {
  readonly environment: EnvironmentRow;
  readonly feature: ComparedFeature;
  readonly side: ComparedFeature["left"];
  readonly children: ReactElement | false;
}): ReactElement {
  return (
    <td data-label={environment.name}>
      <span className="compared-side">
        <Gauge label={texts.states[side.state]} value={gaugeOf(side.gates)} />
        <Link className="compared-words" href={pathIn(environment, featurePath(key))}>
          {isDifferent ? texts.states[side.state] : gateSummary(side.gates)}
        </Link>
        {children}
      </span>
    </td>
  );
}

function CopyTo({
  featureKey,
  from,
  to,
  isBack = false,
  onCopy,
}: {
  readonly featureKey: string;
  readonly from: EnvironmentRow;
  readonly to: EnvironmentRow;
  /** Whether the other environment is on the left. */
  readonly isBack?: boolean;
  readonly onCopy: (from: EnvironmentRow, to: EnvironmentRow) => void;
}): ReactElement {
  const label = fill(words.copyLabel, { key: featureKey, from: from.name, to: to.name });
  return (
    <button
      aria-label={label}
      className="button button-normal copy-to"
      onClick={() => onCopy(from, to)}
      title={label}
      type="button"
    >
      {isBack && <Icon name="left" />}
      {words.copy}
      {!isBack && <Icon name="right" />}
    </button>
  );
}
