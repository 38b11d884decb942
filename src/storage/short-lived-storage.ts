/** How often something may be done: at once, and per second on average. */
export interface AllowedRate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A count of what was done, which falls with time. */
export interface TakenCount {
  readonly key: string;
  readonly rate: AllowedRate;
}

/**
 * What is kept for minutes, outside of the state: all processes that share a storage know it, and
 * none is harmed if it is lost. The methods reject with a `StorageError`.
 */
export interface ShortLivedStorage {
  /** Counts one more; resolves with 0, or with the seconds to wait if that is too many. */
  take(count: TakenCount): Promise<number>;

  /** Takes back what `take` counted. */
  giveBack(count: TakenCount): Promise<void>;

  /** Takes back all of a count. */
  clear(count: TakenCount): Promise<void>;

  /** Keeps a text for so many milliseconds, under a key that nobody can guess. */
  keep(key: string, text: string, ms: number): Promise<void>;

  /** The text of a key, for the first one who asks; null for others, and when its time is over. */
  takeOut(key: string): Promise<string | null>;
}
