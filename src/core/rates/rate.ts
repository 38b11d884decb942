/** A rate of requests: per second on average, and in one burst. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}
