import type { Config } from "../config/config.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { EvaluationCounter, type EvaluationCounterOptions } from "../ofrep/evaluation-counter.ts";

/** What counts evaluations over OFREP; undefined where they are not counted. */
export function evaluationCounter(
  config: Pick<Config, "countsEvaluations">,
  telemetry: EvaluationCounterOptions["telemetry"] | undefined,
  { onFault }: Pick<ApiContext, "onFault">,
): EvaluationCounter | undefined {
  return telemetry === undefined || !config.countsEvaluations
    ? undefined
    : new EvaluationCounter({ telemetry, now: Date.now, onFault });
}
