import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import type { FeatureActivity } from "../../api/admin/contract/telemetry-models.ts";
import { rateLabel } from "../parts/chart-labels.ts";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { telemetryTexts } from "../texts/telemetry-texts.ts";

const { telemetry: words } = telemetryTexts;
const shownMax = 8;

/** The features that are evaluated most, least and never. */
export function ActivityCards({
  activity,
}: {
  readonly activity: readonly FeatureActivity[];
}): ReactElement {
  const evaluated = activity
    .filter(({ total }) => total > 0)
    .toSorted((left, right) => right.total - left.total);
  const most = evaluated.slice(0, shownMax);
  const least = evaluated.slice(shownMax).slice(-shownMax).toReversed();
  const never = activity.filter(({ lastEvaluatedAt }) => lastEvaluatedAt === null);
  return (
    <div className="columns">
      <Card isFlush={true} title={words.most}>
        <ActivityRows none={words.noneInTime} rows={most} top={most[0]?.total ?? 1}>
          {({ total, enabled }) => (
            <>
              {formatNumber(total)}
              <small>{fill(words.rate, { rate: rateLabel(enabled, total) })}</small>
            </>
          )}
        </ActivityRows>
      </Card>
      <Card isFlush={true} title={words.least}>
        <ActivityRows none={words.noneLeast} rows={least}>
          {({ total, lastEvaluatedAt }) => (
            <>
              {formatNumber(total)}
              <small>
                <RelativeTime at={lastEvaluatedAt} />
              </small>
            </>
          )}
        </ActivityRows>
      </Card>
      <NeverCard rows={never} />
    </div>
  );
}

function ActivityRows({
  rows,
  top,
  none,
  children,
}: {
  readonly rows: readonly FeatureActivity[];
  /** The count whose bar is as wide as the row. */
  readonly top?: number;
  readonly none: string;
  readonly children: (row: FeatureActivity) => ReactNode;
}): ReactElement {
  const pagePath = usePagePath();
  if (rows.length === 0) {
    return <p className="card-empty">{none}</p>;
  }
  return (
    <ol className="activity">
      {rows.map((row) => (
        <li key={row.key}>
          {top !== undefined && <i style={{ width: `${(row.total / top) * 100}%` }} />}
          <Link className="strong-link" href={pagePath(featurePath(row.key))} title={row.key}>
            {row.key}
          </Link>
          <span className="num">{children(row)}</span>
        </li>
      ))}
    </ol>
  );
}

function NeverCard({ rows }: { readonly rows: readonly FeatureActivity[] }): ReactElement {
  const pagePath = usePagePath();
  return (
    <Card
      aside={<span className="count">{formatNumber(rows.length)}</span>}
      isFlush={true}
      title={words.never}
    >
      <ActivityRows none={words.noneNever} rows={rows.slice(0, shownMax)}>
        {() => null}
      </ActivityRows>
      {rows.length > shownMax && (
        <p className="card-foot">
          <Link href={pagePath("/", { show: "never" })}>
            {fill(words.showAll, { count: rows.length })}
          </Link>
        </p>
      )}
    </Card>
  );
}
