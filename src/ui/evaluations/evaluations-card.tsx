import type { ReactElement } from "react";
import type { EvaluationSeries } from "../../api/admin/contract/telemetry-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { auditSummary } from "../audits/audit-summary.ts";
import { AreaChart } from "../parts/area-chart.tsx";
import { rateLabel } from "../parts/chart-labels.ts";
import type { TimeMark } from "../parts/chart-series.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { sum } from "./sum.ts";

const words = texts.evaluations;
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
          <dt>{words.checks}</dt>
          <dd className="num">{formatNumber(total)}</dd>
        </div>
        <div>
          <dt>{words.enabled}</dt>
          <dd className="num">{formatNumber(enabled)}</dd>
        </div>
        <div>
          <dt>{words.disabled}</dt>
          <dd className="num">{formatNumber(total - enabled)}</dd>
        </div>
        <div data-kind="rate">
          <dt>{words.rate}</dt>
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
        <NoEvaluations featureKey={featureKey} />
      ) : (
        <AreaChart label={words.chart} marks={marks} series={series} />
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
  const actions: Readonly<Record<string, unknown>> = texts.auditSummary;
  return changes.map(({ id: audit, at, action }) => {
    const row = audits.get(audit);
    const named = actions[action];
    const what = typeof named === "string" && !named.includes("{") ? named : action;
    return { at, label: row === undefined ? what : auditSummary(row) };
  });
}

function NoEvaluations({ featureKey }: { readonly featureKey: string }): ReactElement {
  const { apiPath } = useSession();
  const metrics = JSON.stringify({
    request_id: "00000000-0000-4000-8000-000000000000",
    enabled_metrics: [
      { key: featureKey, time: Math.floor(Date.now() / 60_000) * 60, result: true, value: 1 },
    ],
  }).replaceAll("'", "\\u0027");
  return (
    <EmptyState
      command={`curl -H 'Flipper-Cloud-Token: TOKEN' -H 'Content-Type: application/json' -d '${metrics}' ${window.location.origin}${apiPath}/telemetry`}
      icon="telemetry"
      title={words.emptyTitle}
    >
      {words.emptyText}
    </EmptyState>
  );
}
