import { Menu } from "@base-ui/react/menu";
import { memo, type ReactElement } from "react";
import { Link } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import type { FeatureActivity, Sparkline } from "../../api/admin/contract/telemetry-models.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { Icon } from "../parts/icon.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { SparklineChart } from "../parts/sparkline.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { features: words } = texts;
const tagsShown = 1;

/** The id of a row's element; ids of elements have no white space. */
export function rowId(key: string): string {
  return `feature-${encodeURIComponent(key)}`;
}

export interface FeatureGridRowProps {
  readonly row: FeatureRow;
  readonly index: number;
  /** In pixels from the top of the list. */
  readonly start: number;
  readonly isCurrent: boolean;
  /** Null without telemetry, undefined without evaluations. */
  readonly activity: FeatureActivity | undefined | null;
  readonly sparkline: Sparkline | undefined;
  readonly menu: Menu.Handle<FeatureRow>;
}

export const FeatureGridRow = memo(function FeatureGridRow(
  props: FeatureGridRowProps,
): ReactElement {
  const { row, index, start, isCurrent, activity, sparkline, menu } = props;
  const pagePath = usePagePath();
  return (
    <div
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      className="grid-row"
      id={rowId(row.key)}
      role="row"
      style={{ transform: `translateY(${start}px)` }}
    >
      <span className="cell-state" role="gridcell">
        <StateMark state={row.state} />
      </span>
      <span className="cell-feature" role="gridcell">
        <Link className="feature-key" href={pagePath(featurePath(row.key))} tabIndex={-1}>
          {row.key}
        </Link>
        <OverrideMark row={row} />
        {row.description !== null && <small>{row.description}</small>}
      </span>
      <span className="cell-words" role="gridcell">
        {gateSummary(row.gates)}
      </span>
      <span className="cell-tags" role="gridcell">
        {row.tags.slice(0, tagsShown).map((tag) => (
          <span className="tag" key={tag}>
            {tag}
          </span>
        ))}
        {row.tags.length > tagsShown && (
          <span className="tag" title={row.tags.join(", ")}>
            +{row.tags.length - tagsShown}
          </span>
        )}
      </span>
      {activity !== null && (
        <>
          <span className="cell-chart" role="gridcell">
            {sparkline !== undefined && (
              <SparklineChart
                label={plural(words.sparkline, activity?.total ?? 0)}
                points={sparkline.total}
              />
            )}
          </span>
          <span className="cell-last" role="gridcell">
            <RelativeTime at={activity?.lastEvaluatedAt ?? null} />
          </span>
        </>
      )}
      <span className="cell-menu" role="gridcell">
        <Menu.Trigger
          aria-label={fill(words.actionsOf, { key: row.key })}
          className="icon-button"
          handle={menu}
          payload={row}
          tabIndex={-1}
        >
          <Icon name="more" />
        </Menu.Trigger>
      </span>
    </div>
  );
});

/** Outside Production: whether the environment overrides the gates. */
function OverrideMark({ row }: { readonly row: FeatureRow }): ReactElement | null {
  const { state } = useEnvironment();
  return state === "production" || !row.isOverridden ? null : (
    <span className="override-mark" title={words.overriddenMark}>
      <span className="visually-hidden">{words.overriddenMark}</span>
    </span>
  );
}
