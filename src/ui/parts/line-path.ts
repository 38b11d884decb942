interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** The path of a line through equally distant points, `max` at the top and 0 at the bottom. */
export function linePath(
  points: readonly number[],
  max: number,
  { width, height }: ChartSize,
): string {
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  return points
    .map((value, index) => {
      const x = round(index * step);
      const y = round(height - (value / max) * height + 1);
      return `${index === 0 ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
