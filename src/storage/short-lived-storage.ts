/** How often something may happen: in one burst, and per second on average. */
export interface AllowedRate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A count of events, which falls with time. */
export interface TakenCount {
  readonly key: string;
  readonly rate: AllowedRate;
}

/**
 * Values stored for minutes, outside of the state. All processes that share a storage see them, and
 * losing them does no harm. The methods reject with a `StorageError`.
 */
export interface ShortLivedStorage {
  /** Counts one more; resolves with 0, or with the seconds to wait if it is too many. */
  take(count: TakenCount): Promise<number>;

  /** Undoes the count of `take`. */
  giveBack(count: TakenCount): Promise<void>;

  /** Resets a count. */
  clear(count: TakenCount): Promise<void>;

  /** Stores a text for this many milliseconds, under a key that cannot be guessed. */
  keep(key: string, text: string, ms: number): Promise<void>;

  /** The text of a key, for the first call; null for later calls, and after its time. */
  takeOut(key: string): Promise<string | null>;
}
