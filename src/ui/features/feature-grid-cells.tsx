import type { ReactElement } from "react";
import type { FeatureColumn } from "../../api/admin/contract/feature-column-models.ts";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import type { FeatureActivity, Sparkline } from "../../api/admin/contract/telemetry-models.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { Gauge, gaugeOf } from "../parts/gauge.tsx";
import { exactTime, shortTime } from "../parts/relative-time.tsx";
import { SparklineChart } from "../parts/sparkline.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { ListColumn } from "./list-columns.ts";
import {
  columnOf,
  columnPercentage,
  columnWords,
  type OtherEnvironments,
} from "./other-environments.ts";

const { features: words } = texts;
const tagsShown = 2;

/** The actors that have the feature in the chosen environment, with the gauge. */
export function KeyWords({ row }: { readonly row: FeatureRow }): ReactElement {
  const { state } = useEnvironment();
  const text = gateSummary(row.gates);
  return (
    <span className="cell-words" role="gridcell">
      <Gauge value={gaugeOf(row.gates)} />
      <span className="words-text" title={text}>
        {text}
      </span>
      {row.rollout !== null && <RolloutTag rollout={row.rollout} />}
      {state !== "production" && row.isOverridden && (
        <span className="override-mark" title={words.overriddenMark}>
          <span className="visually-hidden">{words.overriddenMark}</span>
        </span>
      )}
    </span>
  );
}

function RolloutTag({
  rollout: { state, step, steps },
}: {
  readonly rollout: NonNullable<FeatureRow["rollout"]>;
}): ReactElement {
  return (
    <span className="tag">
      {state === "running"
        ? fill(words.rolloutStep, { step: step + 1, steps })
        : fill(words.rolloutState, { state })}
    </span>
  );
}

interface CellProps {
  readonly row: FeatureRow;
  readonly activity: FeatureActivity | undefined;
  readonly sparkline: Sparkline | undefined;
  readonly others: OtherEnvironments;
  readonly now: number;
}

export function FeatureCell({
  column: { id, environment },
  ...props
}: CellProps & { readonly column: ListColumn }): ReactElement {
  return environment === undefined ? (
    <span className={`cell-${id}`} role="gridcell">
      <CellContent {...props} id={id} />
    </span>
  ) : (
    <span className="cell-gauge" role="gridcell">
      <OtherGauge
        name={environment.name}
        there={columnOf(props.row, props.others, environment.id)}
      />
    </span>
  );
}

function CellContent({
  id,
  row,
  activity,
  sparkline,
  now,
}: CellProps & { readonly id: ListColumn["id"] }): ReactElement | null {
  switch (id) {
    case "tags":
      return <Tags tags={row.tags} />;
    case "owner":
      return row.owner === null ? null : <span title={row.owner.email}>{row.owner.name}</span>;
    case "evaluations":
      return <Evaluations activity={activity} sparkline={sparkline} />;
    case "last":
      return <ShortTime at={activity?.lastEvaluatedAt ?? null} now={now} />;
    case "changed":
      return <ShortTime at={row.changedAt} now={now} />;
    default:
      return null;
  }
}

function OtherGauge({
  name: environment,
  there,
}: {
  readonly name: string;
  readonly there: FeatureColumn | null | undefined;
}): ReactElement {
  if (there === undefined) {
    return <span className="visually-hidden">{fill(words.unknownThere, { environment })}</span>;
  }
  return there === null ? (
    <Gauge label={fill(words.mirrors, { environment })} value={{ kind: "mirrors" }} />
  ) : (
    <Gauge
      label={fill(words.inEnvironment, { environment, words: columnWords(there) })}
      value={{ kind: there.kind, percentage: columnPercentage(there) }}
    />
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }): ReactElement {
  const hidden = tags.slice(tagsShown);
  return (
    <>
      {tags.slice(0, tagsShown).map((tag) => (
        <span className="tag" key={tag} title={tag}>
          {tag}
        </span>
      ))}
      {hidden.length > 0 && (
        <span className="tag tag-more" title={hidden.join(", ")}>
          {fill(words.moreTags, { count: hidden.length })}
        </span>
      )}
    </>
  );
}

/** The course of the evaluations; a line at zero would say less than the words. */
function Evaluations({
  activity,
  sparkline,
}: Pick<CellProps, "activity" | "sparkline">): ReactElement | null {
  if ((activity?.lastEvaluatedAt ?? null) === null) {
    return <span className="faint">{texts.common.never}</span>;
  }
  const total = activity?.total ?? 0;
  if (total === 0) {
    return <span className="faint">{words.noEvaluations}</span>;
  }
  return sparkline === undefined ? null : (
    <SparklineChart label={plural(words.sparkline, total)} points={sparkline.total} />
  );
}

function ShortTime({
  at,
  now,
}: {
  readonly at: number | null;
  readonly now: number;
}): ReactElement {
  return at === null ? (
    <span className="faint">{texts.common.never}</span>
  ) : (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {shortTime(at, now)}
    </time>
  );
}
