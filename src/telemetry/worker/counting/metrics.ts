import type { EvaluationCounts } from "../../messages/counts.ts";

export interface BucketCounts extends EvaluationCounts {
  /** How many metrics were added to the bucket. */
  metricCount: number;
}

/** The key of metrics, with its last sum, so that it need not be searched again. */
export class MetricKey {
  readonly text: string;
  /** The number of the minute that `counts` belong to; see `AggregatedCounts`. */
  minuteNumber = 0;
  counts: BucketCounts | undefined;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The `enabled_metrics` of a submission (docs/api.md#telemetry-submission), validated: how often
 * one process evaluated one feature with one result in one minute. Lists of columns that each
 * submission fills again, because an object for each metric takes longer to create than to count.
 */
export class Metrics {
  readonly keys: MetricKey[] = [];
  /** Seconds since the epoch. */
  readonly times: number[] = [];
  readonly results: boolean[] = [];
  /** The numbers of evaluations. */
  readonly values: number[] = [];
  /** How many metrics there are; the lists may have more entries, of an earlier submission. */
  count = 0;

  add(key: MetricKey, time: number, result: boolean, value: number): void {
    const index = this.count;
    this.keys[index] = key;
    this.times[index] = time;
    this.results[index] = result;
    this.values[index] = value;
    this.count = index + 1;
  }

  clear(): void {
    this.count = 0;
  }
}
