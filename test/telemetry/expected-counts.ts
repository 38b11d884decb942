import type { SubmittedMetric } from "./telemetry-api.ts";

const daySeconds = 86_400;

interface Counted extends SubmittedMetric {
  readonly environment: number;
}

export interface ExpectedSummary {
  readonly enabled: number;
  readonly disabled: number;
  /** Enabled and disabled evaluations in each bucket, the oldest bucket first. */
  readonly series: readonly (readonly [number, number])[];
}

/** The counts that telemetry must report, computed from a list of all counted metrics. */
export class ExpectedCounts {
  readonly #retentionDays: number;
  readonly #ids = new Set<string>();
  #counted: Counted[] = [];

  constructor(retentionDays: number) {
    this.#retentionDays = retentionDays;
  }

  submit(
    environment: number,
    requestId: string,
    metrics: readonly SubmittedMetric[],
    nowSeconds: number,
  ): void {
    const id = `${environment} ${requestId}`;
    if (!this.#ids.has(id)) {
      this.#ids.add(id);
      const oldest = nowSeconds - this.#retentionDays * daySeconds;
      const kept = metrics.filter(({ time }) => time >= oldest && time <= nowSeconds + daySeconds);
      this.#counted.push(...kept.map((metric) => ({ ...metric, environment })));
    }
  }

  removeKey(key: string): void {
    this.#counted = this.#counted.filter((metric) => metric.key !== key);
  }

  removeEnvironment(environment: number): void {
    this.#counted = this.#counted.filter((metric) => metric.environment !== environment);
  }

  /** The summary of one key in one environment, over at most the days of the retention. */
  summary(environment: number, key: string, days: number, nowSeconds: number): ExpectedSummary {
    const size = days === 1 ? 3_600 : daySeconds;
    const length = days === 1 ? 24 : days;
    const start = (Math.floor(nowSeconds / size) - length + 1) * size;
    const series = Array.from({ length }, (): [number, number] => [0, 0]);
    for (const metric of this.#counted) {
      const bucket = series[Math.floor((metric.time - start) / size)];
      if (bucket !== undefined && metric.environment === environment && metric.key === key) {
        bucket[metric.result ? 0 : 1] += metric.value;
      }
    }
    const sum = (side: 0 | 1) => series.reduce((total, bucket) => total + bucket[side], 0);
    return { enabled: sum(0), disabled: sum(1), series };
  }
}
