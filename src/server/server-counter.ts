import {
  EvaluationCounter,
  type EvaluationCounterOptions,
} from "../api/ofrep/evaluation-counter.ts";
import type { Config } from "../config/config.ts";

/** Counts evaluations over OFREP; undefined if they are not counted. */
export function evaluationCounter(
  config: Pick<Config, "countsEvaluations">,
  telemetry: EvaluationCounterOptions["telemetry"] | undefined,
  { now, onFault }: Omit<EvaluationCounterOptions, "telemetry">,
): EvaluationCounter | undefined {
  return telemetry === undefined || !config.countsEvaluations
    ? undefined
    : new EvaluationCounter({ telemetry, now, onFault });
}
