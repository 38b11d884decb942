import type { ReactElement } from "react";
import { type ChartTimes, niceMax, placeOf, timeTicks } from "./chart-axis.ts";
import type { ChartSeries, TimeMark } from "./chart-series.ts";
import { linePath } from "./line-path.ts";

const width = 1_000;
const height = 200;
const compact = new Intl.NumberFormat(navigator.language, { notation: "compact" });

/** The areas and axes of a chart; its numbers are shown elsewhere. */
export function ChartPlot({
  series,
  times,
  marks,
}: {
  readonly series: ChartSeries;
  readonly times: ChartTimes;
  readonly marks: readonly TimeMark[];
}): ReactElement {
  const max = niceMax(Math.max(...series.total));
  const places = new Set(marks.map(({ at }) => placeOf(at, times)));
  return (
    <div aria-hidden="true" className="area-chart-lines">
      <span className="area-chart-max">{compact.format(max)}</span>
      {max > 1 && <span className="area-chart-middle">{compact.format(max / 2)}</span>}
      <svg aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${width} ${height}`}>
        <Area name="total" points={series.total} top={max} />
        <Area name="enabled" points={series.enabled} top={max} />
      </svg>
      {Array.from(places, (place) => (
        <i className="area-chart-mark" key={place} style={{ left: percent(place) }} />
      ))}
      {timeTicks(times).map(({ place, label }) => (
        <span
          className="area-chart-tick"
          data-edge={place < edge ? "start" : place > 1 - edge ? "end" : undefined}
          key={place}
          style={{ left: percent(place) }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** Ticks this close to an edge have their label next to them, not centred. */
const edge = 0.03;

function percent(place: number): string {
  return `${place * 100}%`;
}

function Area({
  name,
  points,
  top,
}: {
  readonly name: "total" | "enabled";
  readonly points: readonly number[];
  readonly top: number;
}): ReactElement {
  const [first = 0] = points;
  const line = linePath(points.length < 2 ? [first, first] : points, top, {
    width,
    height: height - 2,
  });
  return (
    <>
      <path className={`area-chart-area area-chart-area-${name}`} d={`${line}V${height}H0Z`} />
      <path className={`area-chart-line area-chart-line-${name}`} d={line} />
    </>
  );
}
