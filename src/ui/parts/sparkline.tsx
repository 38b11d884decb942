import type { ReactElement } from "react";
import { linePath } from "./line-path.ts";

const width = 110;
const height = 28;

/** The course of a number, without axes, next to a more exact number. */
export function SparklineChart({
  points,
  label,
}: {
  readonly points: readonly number[];
  readonly label: string;
}): ReactElement {
  const max = Math.max(...points, 1);
  const line = linePath(points, max, { width, height: height - 2 });
  return (
    <svg
      aria-label={label}
      className="sparkline"
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${width} ${height}`}
    >
      <path className="sparkline-area" d={`${line}V${height}H0Z`} />
      <path className="sparkline-line" d={line} />
    </svg>
  );
}
