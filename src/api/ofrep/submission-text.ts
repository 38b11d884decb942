import type { EnvironmentCounts, EvaluationTally } from "./evaluation-tally.ts";

/** Counts as a client of the environment would submit them. */
export interface CountSubmission {
  readonly environment: EnvironmentCounts["environment"];
  readonly bytes: Uint8Array;
}

/**
 * The size of a part, well below the limit of the telemetry route (docs/api.md#telemetry-submission).
 */
const textLengthMax = 128 * 1024;
const encoder = new TextEncoder();

/** The submissions with all counts of a tally; `seconds` is its time since the epoch. */
export function* submissionsOf(
  tally: EvaluationTally,
  seconds: number,
): Generator<void, readonly CountSubmission[]> {
  const submissions: CountSubmission[] = [];
  for (const { environment, byKey } of tally.counts()) {
    let metrics: string[] = [];
    let length = 0;
    for (const [key, { enabled, disabled }] of byKey) {
      for (const metric of metricsOf(JSON.stringify(key), seconds, enabled, disabled)) {
        metrics.push(metric);
        length += metric.length;
      }
      if (length >= textLengthMax) {
        submissions.push({ environment, bytes: submission(metrics) });
        metrics = [];
        length = 0;
        yield;
      }
    }
    if (metrics.length > 0) {
      submissions.push({ environment, bytes: submission(metrics) });
    }
    yield;
  }
  return submissions;
}

function metricsOf(key: string, time: number, enabled: number, disabled: number): string[] {
  const metric = (result: boolean, value: number) =>
    `{"key":${key},"time":${time},"result":${result},"value":${value}}`;
  return [
    ...(enabled > 0 ? [metric(true, enabled)] : []),
    ...(disabled > 0 ? [metric(false, disabled)] : []),
  ];
}

/** With its own request id: it counts once, however often it is sent. */
function submission(metrics: readonly string[]): Uint8Array {
  return encoder.encode(
    `{"request_id":"${crypto.randomUUID()}","enabled_metrics":[${metrics.join(",")}]}`,
  );
}
