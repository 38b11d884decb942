/** A rate of requests: per second on average, and at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}
