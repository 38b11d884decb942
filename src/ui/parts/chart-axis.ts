/** Points at equal distances in time, each with the sum of its step. */
export interface ChartTimes {
  /** Milliseconds since the epoch, of the first point. */
  readonly start: number;
  readonly stepSeconds: number;
  readonly count: number;
}

interface ChartTick {
  /** From 0, the first point, to 1, the last. */
  readonly place: number;
  readonly label: string;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const daySeconds = 86_400;
const ticksMax = 8;
const hourSteps = [1, 2, 3, 6, 12] as const;
const dayParts = new Intl.DateTimeFormat(navigator.language, { month: "short", day: "numeric" });
const utcDays = new Intl.DateTimeFormat(navigator.language, {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const hours = new Intl.DateTimeFormat(navigator.language, { hour: "numeric", minute: "2-digit" });
const moments = new Intl.DateTimeFormat(navigator.language, {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const utcDates = new Intl.DateTimeFormat(navigator.language, {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** The position of a time, from 0 to 1. The sum of a step is in the middle of the step. */
export function placeOf(at: number, times: ChartTimes): number {
  const { start, stepSeconds, count } = times;
  const point = (at - start) / (stepSeconds * 1_000) - 0.5;
  return count < 2 ? 0 : Math.min(Math.max(point / (count - 1), 0), 1);
}

/** The point whose step contains a time. */
export function pointAt(at: number, { start, stepSeconds, count }: ChartTimes): number {
  const point = Math.floor((at - start) / (stepSeconds * 1_000));
  return Math.min(Math.max(point, 0), count - 1);
}

/** The start of a point's step, in words; steps of a day are days of UTC. */
export function pointLabel(point: number, { start, stepSeconds }: ChartTimes): string {
  const at = start + point * stepSeconds * 1_000;
  return stepSeconds < daySeconds ? moments.format(at) : utcDates.format(at);
}

/** Full hours or days of the user's clock, at most eight. */
export function timeTicks(times: ChartTimes): readonly ChartTick[] {
  const { start, stepSeconds, count } = times;
  const end = start + count * stepSeconds * 1_000;
  if (stepSeconds >= daySeconds) {
    return dayPoints(times);
  }
  const spanHours = (end - start) / hourMs;
  const stepHours = hourSteps.find((step) => spanHours / step <= ticksMax);
  const ticks: ChartTick[] = [];
  const stepDays = Math.ceil(spanHours / 24 / ticksMax);
  const next = new Date(start);
  next.setMinutes(0, 0, 0);
  if (stepHours === undefined) {
    next.setHours(0);
  } else {
    next.setHours(Math.floor(next.getHours() / stepHours) * stepHours);
  }
  while (next.getTime() < end) {
    const at = next.getTime();
    if (at >= start) {
      const label = stepHours === undefined ? dayParts.format(at) : hours.format(at);
      ticks.push({ place: placeOf(at, times), label });
    }
    if (stepHours === undefined) {
      next.setDate(next.getDate() + stepDays);
    } else {
      next.setHours(next.getHours() + stepHours);
    }
  }
  return ticks;
}

function dayPoints({ start, stepSeconds, count }: ChartTimes): readonly ChartTick[] {
  const days = (count * stepSeconds) / daySeconds;
  const step = Math.max(1, Math.ceil(days / ticksMax));
  const stepPoints = Math.max(1, Math.round((step * daySeconds) / stepSeconds));
  return Array.from({ length: Math.ceil(count / stepPoints) }, (_, index) => {
    const point = index * stepPoints;
    const at = start + point * Math.round(stepSeconds / daySeconds) * dayMs;
    return { place: count < 2 ? 0 : point / (count - 1), label: utcDays.format(at) };
  });
}

/** The top of a chart: 1, 2 or 5 times a power of ten. */
export function niceMax(max: number): number {
  if (max <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(max));
  return ([1, 2, 5, 10].find((factor) => factor * power >= max) ?? 10) * power;
}
