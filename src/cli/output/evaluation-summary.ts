import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { secondMs } from "../../core/time-units.ts";
import type { SummaryAnswer } from "../api-client/feature-answers.ts";

type EvaluationList = AnswerOf<"GET /environments/:environment/evaluations">;

/** The evaluations of features in the form of `--json`, which equals the form of the public API. */
export function evaluationSummary(list: EvaluationList): SummaryAnswer {
  const { days, start, stepSeconds, features } = list;
  const timestamp = (index: number) =>
    new Date(start + index * stepSeconds * secondMs).toISOString();
  return {
    days,
    resolution: days === 1 ? "hour" : "day",
    features: features.map(({ key, state, total: totals, enabled: enabledCounts }) => {
      const series = totals.map((total, index) => {
        const enabled = enabledCounts[index] ?? 0;
        return { timestamp: timestamp(index), total, enabled, disabled: total - enabled };
      });
      const total = sumOf(totals);
      const enabled = sumOf(enabledCounts);
      const rate = total === 0 ? 0 : enabled / total;
      return {
        ...{ key, state },
        summary: { total, enabled, disabled: total - enabled, enabled_rate: rate },
        time_series: series,
      };
    }),
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
