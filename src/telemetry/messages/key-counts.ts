/** The counts of a key in a series. */
export interface KeyCountsAnswer {
  /** The minute since the epoch of the latest count ever; null without counts. */
  readonly last: number | null;
  /** The index of each bucket with counts, and its enabled and disabled evaluations. */
  readonly buckets: readonly (readonly [index: number, enabled: number, disabled: number])[];
}

/** An unknown key with counts. */
export interface UnknownKeyAnswer extends KeyCountsAnswer {
  readonly key: string;
}

export interface UnknownKeysAnswer {
  readonly keys: readonly UnknownKeyAnswer[];
  /** Whether the environment is at its limit of unknown keys. */
  readonly isFull: boolean;
}
