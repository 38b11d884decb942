import type { EvaluationSeries } from "../../web/contract/feature-routes.ts";

/** Evaluations of a part of the time. */
export interface EvaluationPoint {
  /** When it begins, in milliseconds since the epoch. */
  readonly at: number;
  readonly total: number;
  readonly enabled: number;
}

type Series = Pick<EvaluationSeries, "start" | "stepSeconds" | "total" | "enabled">;

/** At most so many points: neighbours are added up. */
export function pointsOf(
  { start, stepSeconds, total, enabled }: Series,
  pointsMax: number,
): readonly EvaluationPoint[] {
  const size = Math.max(1, Math.ceil(total.length / pointsMax));
  const points: EvaluationPoint[] = [];
  for (let first = 0; first < total.length; first += size) {
    points.push({
      at: start + first * stepSeconds * 1_000,
      total: sum(total.slice(first, first + size)),
      enabled: sum(enabled.slice(first, first + size)),
    });
  }
  return points;
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** The share of enabled evaluations, 0 to 1; null without evaluations. */
export function rateOf({ total, enabled }: Pick<EvaluationPoint, "total" | "enabled">) {
  return total === 0 ? null : enabled / total;
}

/** Where a time is, from 0 at the first point to 1 at the last; null outside. */
export function positionOf(points: readonly EvaluationPoint[], at: number): number | null {
  const [first] = points;
  const last = points.at(-1);
  const second = points[1];
  if (first === undefined || last === undefined || second === undefined) {
    return null;
  }
  const end = last.at + (second.at - first.at);
  return at < first.at || at > end ? null : Math.min(1, (at - first.at) / (last.at - first.at));
}

/** A round number at or above a value: 1, 2 or 5 with zeros. */
export function roundUp(value: number): number {
  if (value <= 1) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}
