/** SPEC.md 2.9, checked: what one process saw of one feature in one minute. */
export interface Metric {
  readonly key: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly result: boolean;
  /** How often the feature was asked with that result. */
  readonly value: number;
}
