import { type PointerEvent, type ReactElement, useState } from "react";
import { texts } from "../texts/texts.ts";
import { pointAt, pointLabel } from "./chart-axis.ts";
import { stepLabel } from "./chart-labels.ts";
import { ChartPlot } from "./chart-plot.tsx";
import { ChartReadout } from "./chart-readout.tsx";
import type { ChartSeries, TimeMark } from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";

const { chart: words } = texts;

/**
 * Evaluations over time. The pointer, or the arrow keys of the slider over the plot, choose a step.
 * Its numbers are shown and read aloud. A table has all numbers.
 */
export function AreaChart({
  series,
  label,
  marks = [],
  isSmall = false,
}: {
  readonly series: ChartSeries;
  /** The name of the chart, read aloud. */
  readonly label: string;
  readonly marks?: readonly TimeMark[];
  readonly isSmall?: boolean;
}): ReactElement {
  const [chosen, setChosen] = useState<number | null>(null);
  const times = {
    start: series.start,
    stepSeconds: series.stepSeconds,
    count: series.total.length,
  };
  const last = Math.max(times.count - 1, 0);
  const point = Math.min(chosen ?? last, last);
  const time = pointLabel(point, times);
  const marked = marks.filter(({ at }) => pointAt(at, times) === point);
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * last));
  };
  return (
    <figure aria-label={label} className="area-chart" data-small={isSmall || undefined}>
      <p aria-hidden="true" className="area-chart-legend">
        <span className="area-chart-key-total">{words.total}</span>
        <span className="area-chart-key-enabled">{words.enabled}</span>
        {marks.length > 0 && <span className="area-chart-key-mark">{words.marks}</span>}
      </p>
      <div
        className="area-chart-plot"
        onPointerLeave={() => setChosen(null)}
        onPointerMove={follow}
      >
        <ChartPlot marks={marks} series={series} times={times} />
        {chosen !== null && (
          <ChartReadout marks={marked} point={point} series={series} time={time} />
        )}
        <input
          aria-label={words.chooseTime}
          aria-valuetext={stepLabel(series, point, time, marked)}
          className="area-chart-slider"
          max={last}
          min={0}
          onBlur={() => setChosen(null)}
          onChange={({ target }) => setChosen(Number(target.value))}
          type="range"
          value={point}
        />
      </div>
      <ChartTable marks={marks} series={series} times={times} />
    </figure>
  );
}
