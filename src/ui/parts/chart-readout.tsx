import type { ReactElement } from "react";
import { formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { rateLabel } from "./chart-labels.ts";
import type { ChartSeries, TimeMark } from "./chart-series.ts";

const { chart: words } = texts;
const marksShown = 4;

/** The numbers of the chosen step, next to a line at its time; the slider reads them aloud. */
export function ChartReadout({
  series,
  point,
  time,
  marks,
}: {
  readonly series: ChartSeries;
  readonly point: number;
  readonly time: string;
  readonly marks: readonly TimeMark[];
}): ReactElement {
  const total = series.total[point] ?? 0;
  const enabled = series.enabled[point] ?? 0;
  const place = `${(point / Math.max(series.total.length - 1, 1)) * 100}%`;
  return (
    <div aria-hidden="true">
      <i className="area-chart-cursor" style={{ left: place }} />
      {/* Moved by the same fraction of its width, so that it never leaves the plot. */}
      <div
        className="area-chart-readout"
        style={{ left: place, transform: `translateX(-${place})` }}
      >
        <b>{time}</b>
        <dl>
          <dt className="area-chart-key-total">{words.total}</dt>
          <dd>{formatNumber(total)}</dd>
          <dt className="area-chart-key-enabled">{words.enabled}</dt>
          <dd>{formatNumber(enabled)}</dd>
          <dt>{words.rate}</dt>
          <dd>{rateLabel(enabled, total)}</dd>
        </dl>
        {marks.slice(0, marksShown).map(({ at, label }) => (
          <p className="area-chart-readout-mark" key={`${at} ${label}`}>
            {label}
          </p>
        ))}
        {marks.length > marksShown && <p>+{formatNumber(marks.length - marksShown)}</p>}
      </div>
    </div>
  );
}
