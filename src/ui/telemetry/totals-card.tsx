import type { ReactElement } from "react";
import type { FeatureActivity } from "../../api/admin/contract/telemetry-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { AreaChart } from "../parts/area-chart.tsx";
import { rateLabel } from "../parts/chart-labels.ts";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { telemetryTexts } from "../texts/telemetry-texts.ts";
import { weekDays } from "./week-days.ts";

const { telemetry: words } = telemetryTexts;

export type Telemetry = AnswerOf<"GET /environments/:environment/telemetry">;

/** All evaluations of the environment over a day, a week or the retention. */
export function TotalsCard({
  telemetry,
  activity,
  days,
}: {
  readonly telemetry: Telemetry;
  readonly activity: readonly FeatureActivity[];
  readonly days: number;
}): ReactElement {
  const [, setQuery] = useQueryState();
  const total = sum(telemetry.total);
  const enabled = sum(telemetry.enabled);
  const evaluated = activity.filter((row) => row.total > 0).length;
  const { retentionDays } = telemetry;
  const choices = [
    { value: 1, label: words.day },
    ...(retentionDays >= weekDays ? [{ value: weekDays, label: words.week }] : []),
    ...(retentionDays > 1 && retentionDays !== weekDays
      ? [{ value: retentionDays, label: plural(words.days, retentionDays) }]
      : []),
  ];
  return (
    <Card
      aside={
        <Segmented
          choices={choices}
          label={words.range}
          onChoose={(value) => setQuery({ days: value === weekDays ? null : String(value) })}
          value={Math.min(days, retentionDays)}
        />
      }
      title={words.evaluations}
    >
      <ul className="totals totals-large">
        <li>
          <b className="num">{formatNumber(total)}</b>
          {words.checks}
        </li>
        <li>
          <b className="num">{rateLabel(enabled, total)}</b>
          {words.enabled}
        </li>
        <li>
          <b className="num">{fill(words.ofAll, { count: evaluated, all: activity.length })}</b>
          {words.evaluatedFeatures}
        </li>
      </ul>
      <AreaChart label={words.chart} series={telemetry} />
    </Card>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
