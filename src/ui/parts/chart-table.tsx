import { type ReactElement, useState } from "react";
import { formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type ChartTimes, pointAt, pointLabel } from "./chart-axis.ts";
import { rateLabel } from "./chart-labels.ts";
import type { ChartSeries, TimeMark } from "./chart-series.ts";

const { chart: words } = texts;

/** All numbers of a chart, created on request, because there may be thousands. */
export function ChartTable({
  series,
  times,
  marks,
}: {
  readonly series: ChartSeries;
  readonly times: ChartTimes;
  readonly marks: readonly TimeMark[];
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="area-chart-table"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.asTable}</summary>
      {isOpen && (
        <section aria-label={words.asTable} className="area-chart-table-frame" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                <th className="to-right" scope="col">
                  {words.total}
                </th>
                <th className="to-right" scope="col">
                  {words.enabled}
                </th>
                <th className="to-right" scope="col">
                  {words.rate}
                </th>
                {marks.length > 0 && <th scope="col">{words.marks}</th>}
              </tr>
            </thead>
            <tbody>
              <Rows marks={marks} series={series} times={times} />
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

/** Latest first. */
function Rows({
  series,
  times,
  marks,
}: {
  readonly series: ChartSeries;
  readonly times: ChartTimes;
  readonly marks: readonly TimeMark[];
}): ReactElement {
  const labels = new Map<number, string[]>();
  for (const { at, label } of marks) {
    const point = pointAt(at, times);
    labels.set(point, [...(labels.get(point) ?? []), label]);
  }
  const rows = series.total.map((total, point) => {
    const enabled = series.enabled[point] ?? 0;
    const time = pointLabel(point, times);
    return (
      <tr key={time}>
        <td>{time}</td>
        <td className="to-right num">{formatNumber(total)}</td>
        <td className="to-right num">{formatNumber(enabled)}</td>
        <td className="to-right num">{rateLabel(enabled, total)}</td>
        {marks.length > 0 && <td>{(labels.get(point) ?? []).join("; ")}</td>}
      </tr>
    );
  });
  return <>{rows.reverse()}</>;
}
