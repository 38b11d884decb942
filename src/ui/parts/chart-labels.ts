import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { ChartSeries, TimeMark } from "./chart-series.ts";

const { chart: words } = texts;
const rates = new Intl.NumberFormat(navigator.language, {
  style: "percent",
  maximumFractionDigits: 1,
});

/** The percentage of evaluations that were enabled; a dash without any. */
export function rateLabel(enabled: number, total: number): string {
  return total === 0 ? words.noRate : rates.format(enabled / total);
}

/** One step of a chart, read aloud. */
export function stepLabel(
  { total, enabled }: ChartSeries,
  point: number,
  time: string,
  marks: readonly TimeMark[],
): string {
  const all = total[point] ?? 0;
  const on = enabled[point] ?? 0;
  const text = fill(words.step, {
    time,
    total: formatNumber(all),
    enabled: formatNumber(on),
    rate: rateLabel(on, all),
  });
  return [text, ...marks.map(({ label }) => label)].join(". ");
}
