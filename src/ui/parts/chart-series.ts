/** Evaluations in steps of equal length: all of them, and those that were enabled. */
export interface ChartSeries {
  /** Milliseconds since the epoch, of the first step. */
  readonly start: number;
  readonly stepSeconds: number;
  readonly total: readonly number[];
  readonly enabled: readonly number[];
}

/** An event, shown as a line at its time. */
export interface TimeMark {
  readonly at: number;
  readonly label: string;
}
