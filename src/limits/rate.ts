/** How often something may happen: so often a second on average, so often at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}
