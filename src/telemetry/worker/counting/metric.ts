/**
 * One entry of `enabled_metrics` (docs/api.md#telemetry-submission), validated: how often one
 * process evaluated one feature with one result in one minute.
 */
export interface Metric {
  readonly key: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly result: boolean;
  /** The number of evaluations. */
  readonly value: number;
}
