import type { ReactElement } from "react";
import type { EvaluationSeries } from "../../api/admin/contract/telemetry-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { auditSummary } from "../audits/audit-summary.ts";
import { AreaChart } from "../parts/area-chart.tsx";
import { rateLabel } from "../parts/chart-labels.ts";
import type { TimeMark } from "../parts/chart-series.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { fill, formatCompact, formatNumber } from "../texts/fill.ts";
import { sum } from "./sum.ts";

const words = evaluationsTexts.evaluations;
const weekDays = 7;

/** How often the feature was evaluated and enabled, with its changes. */
export function EvaluationsCard({ featureKey }: { readonly featureKey: string }): ReactElement {
  const { id } = useEnvironment();
  const [params, setQuery] = useQueryState();
  const days = Number(params.get("days")) || weekDays;
  const query = useAnswer(
    "GET /environments/:environment/features/:key/evaluations",
    { params: { environment: id, key: featureKey }, query: { days } },
    { keepsPrevious: true },
  );
  const kept = query.data?.retentionDays ?? 0;
  const choices = [
    { value: 1, label: words.day },
    { value: weekDays, label: words.week },
    ...(kept > weekDays ? [{ value: kept, label: fill(words.days, { count: kept }) }] : []),
  ];
  return (
    <Card
      aside={
        <Segmented
          choices={choices}
          label={words.period}
          onChoose={(chosen) => setQuery({ days: chosen === weekDays ? null : String(chosen) })}
          value={days}
        />
      }
      title={words.title}
    >
      <div className="evaluations">
        <Loaded lines={6} query={query}>
          {(series) => <Evaluations featureKey={featureKey} series={series} />}
        </Loaded>
      </div>
    </Card>
  );
}

function Evaluations({
  series,
  featureKey,
}: {
  readonly series: EvaluationSeries;
  readonly featureKey: string;
}): ReactElement {
  const marks = useMarks(featureKey, series);
  const total = sum(series.total);
  const enabled = sum(series.enabled);
  if (series.retentionDays === 0) {
    return <p className="faint">{words.noRetention}</p>;
  }
  return (
    <>
      <dl className="stats">
        <div>
          <dt>
            {words.checks} <Trend featureKey={featureKey} total={total} />
          </dt>
          <dd className="num" title={formatNumber(total)}>
            {formatCompact(total)}
          </dd>
        </div>
        <div>
          <dt>{words.enabled}</dt>
          <dd className="num">{rateLabel(enabled, total)}</dd>
        </div>
        <div>
          <dt>{words.last}</dt>
          <dd>
            <RelativeTime at={series.lastEvaluatedAt} />
          </dd>
        </div>
      </dl>
      {total === 0 ? (
        <p className="faint">{words.emptyTitle}</p>
      ) : (
        <AreaChart isSmall={true} label={words.chart} marks={marks} series={series} />
      )}
    </>
  );
}

/** The changes in words if the history has them; otherwise by their action. */
function useMarks(featureKey: string, { changes, start }: EvaluationSeries): readonly TimeMark[] {
  const { id } = useEnvironment();
  const { data } = useAnswer(
    "GET /environments/:environment/audits",
    { params: { environment: id }, query: { key: featureKey, from: start } },
    { keepsPrevious: true, isNeeded: changes.length > 0 },
  );
  const audits = new Map(data?.audits.map((audit) => [audit.id, audit]));
  const actions: Readonly<Record<string, unknown>> = auditsTexts.auditSummary;
  return changes.map(({ id: audit, at, action }) => {
    const row = audits.get(audit);
    const named = actions[action];
    const what = typeof named === "string" && !named.includes("{") ? named : action;
    return { at, label: row === undefined ? what : auditSummary(row) };
  });
}

/** The difference to the week before, if telemetry goes back so far. */
function Trend({
  featureKey,
  total,
}: {
  readonly featureKey: string;
  readonly total: number;
}): ReactElement | null {
  const { id } = useEnvironment();
  const [params] = useQueryState();
  const isWeek = (params.get("days") ?? "") === "";
  const { data } = useAnswer(
    "GET /environments/:environment/features/:key/evaluations",
    { params: { environment: id, key: featureKey }, query: { days: 2 * weekDays } },
    { keepsPrevious: true, isNeeded: isWeek },
  );
  const before = data === undefined ? 0 : sum(data.total.slice(0, -weekDays));
  if (!isWeek || before === 0) {
    return null;
  }
  const percent = Math.round(((total - before) / before) * 100);
  const trend = percent >= 0 ? "up" : "down";
  return (
    <span
      className="trend"
      data-trend={trend}
      title={fill(words.before, { count: formatNumber(before) })}
    >
      {fill(words.trend[trend], { percent: Math.abs(percent) })}
    </span>
  );
}
