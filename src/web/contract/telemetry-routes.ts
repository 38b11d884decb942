/** Evaluations of one feature in the asked time. */
export interface FeatureActivity {
  readonly key: string;
  readonly total: number;
  readonly enabled: number;
  /** The minute of the last evaluation; null if there was none in the retention. */
  readonly lastEvaluatedAt: number | null;
}

export interface UnknownKey {
  readonly key: string;
  readonly total: number;
  readonly lastEvaluatedAt: number;
}

export interface TelemetryRoutes {
  /** Every feature with its counts; for lists, sorts and filters. */
  "GET /environments/:environment/activity": {
    query: { days: number };
    answer: {
      readonly retentionDays: number;
      readonly activity: readonly FeatureActivity[];
    };
  };
  /** The sum of all features. */
  "GET /environments/:environment/telemetry": {
    query: { days: number };
    answer: {
      readonly retentionDays: number;
      readonly stepSeconds: number;
      readonly start: number;
      readonly total: readonly number[];
      readonly enabled: readonly number[];
      readonly unknownKeys: readonly UnknownKey[];
      /** Whether there are more unknown keys than are kept. */
      readonly unknownIsFull: boolean;
    };
  };
  /** Forgets the counts of a key that is no feature. */
  "DELETE /environments/:environment/unknown-keys/:key": {
    answer: { readonly dismissed: true };
  };
}
