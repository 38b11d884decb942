import { type PointerEvent, type ReactElement, useState } from "react";
import { fill, formatNumber, formatRate } from "../fill.ts";
import { linePath } from "../parts/line-path.ts";
import { exactTime } from "../parts/relative-time.tsx";
import { texts } from "../texts.ts";
import { type EvaluationPoint, positionOf, rateOf, roundUp } from "./evaluation-points.ts";

const words = texts.evaluations;
const size = { width: 600, height: 150 };

/** Something that happened at a time. */
export interface ChartMark {
  readonly id: number;
  readonly at: number;
  readonly what: string;
}

/**
 * All evaluations and the enabled ones, with marks on the time axis. A slider without a look of its
 * own moves along the points: by pointer, by arrow keys, and read aloud.
 */
export function EvaluationChart({
  points,
  marks,
}: {
  readonly points: readonly EvaluationPoint[];
  readonly marks: readonly ChartMark[];
}): ReactElement {
  const [chosen, setChosen] = useState<number | null>(null);
  const max = roundUp(Math.max(...points.map(({ total }) => total), 1));
  const total = linePath(
    points.map((point) => point.total),
    max,
    size,
  );
  const enabled = linePath(
    points.map((point) => point.enabled),
    max,
    size,
  );
  const last = points.length - 1;
  const point = chosen === null ? undefined : points[Math.min(chosen, last)];
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
  };
  return (
    <div className="chart">
      <div className="chart-axis" aria-hidden="true">
        <span>{formatNumber(max)}</span>
        <span>{formatNumber(max / 2)}</span>
        <span>0</span>
      </div>
      <div className="chart-plot" onPointerLeave={() => setChosen(null)} onPointerMove={follow}>
        <svg
          aria-hidden="true"
          preserveAspectRatio="none"
          viewBox={`0 0 ${size.width} ${size.height + 2}`}
        >
          <path
            className="chart-grid"
            d={`M0 1H${size.width}M0 ${size.height / 2}H${size.width}`}
          />
          <path className="chart-total-area" d={`${total}V${size.height + 2}H0Z`} />
          <path className="chart-enabled-area" d={`${enabled}V${size.height + 2}H0Z`} />
          <path className="chart-total" d={total} />
          <path className="chart-enabled" d={enabled} />
        </svg>
        {point !== undefined && (
          <i
            className="chart-cursor"
            style={{ left: percent(Math.min(chosen ?? 0, last) / last) }}
          />
        )}
        <input
          aria-label={words.point}
          aria-valuetext={pointText(point ?? points[last])}
          className="chart-slider"
          max={last}
          min={0}
          onBlur={() => setChosen(null)}
          onChange={({ target }) => setChosen(Number(target.value))}
          onFocus={() => setChosen((before) => before ?? last)}
          type="range"
          value={chosen ?? last}
        />
        <ChartMarks marks={marks} points={points} />
      </div>
      <div aria-hidden="true" className="chart-times">
        {axisTimes(points).map((at) => (
          <span key={at}>{times.format(at)}</span>
        ))}
      </div>
      <p aria-hidden="true" className="chart-reading num">
        {pointText(point)}
      </p>
    </div>
  );
}

function ChartMarks({
  points,
  marks,
}: {
  readonly points: readonly EvaluationPoint[];
  readonly marks: readonly ChartMark[];
}): ReactElement {
  return (
    <ul className="chart-marks">
      {marks.map(({ id, at, what }) => {
        const position = positionOf(points, at);
        return (
          position !== null && (
            <li key={id} style={{ left: percent(position) }}>
              <button
                aria-label={fill(words.change, { time: exactTime(at), what })}
                className="chart-mark"
                type="button"
              />
              <span
                aria-hidden="true"
                className="chart-tip"
                data-side={position > 0.6 ? "left" : "right"}
              >
                <b>{what}</b>
                {exactTime(at)}
              </span>
            </li>
          )
        );
      })}
    </ul>
  );
}

const times = new Intl.DateTimeFormat(navigator.language, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** The first, the middle and the last time. */
function axisTimes(points: readonly EvaluationPoint[]): readonly number[] {
  const middle = points[Math.floor((points.length - 1) / 2)];
  return [points[0], middle, points.at(-1)].flatMap((point) =>
    point === undefined ? [] : [point.at],
  );
}

function pointText(point: EvaluationPoint | undefined): string {
  if (point === undefined) {
    return "";
  }
  const rate = rateOf(point);
  return fill(words.pointText, {
    time: times.format(point.at),
    total: point.total,
    enabled: point.enabled,
    rate: rate === null ? words.noRate : formatRate(rate),
  });
}

function percent(share: number): string {
  return `${share * 100}%`;
}
