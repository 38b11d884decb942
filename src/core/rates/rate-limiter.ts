import { LRUCache } from "lru-cache";
import { GatehouseError } from "../errors.ts";
import type { Rate } from "./rate.ts";

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * Bounds memory: the least recently used bucket is dropped, and its client starts with a full one.
 */
const bucketsMax = 10_000;

/** Limits the rate of requests of each key by a token bucket. */
export class RateLimiter<Key extends string | number> {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  readonly #buckets = new LRUCache<Key, Bucket>({ max: bucketsMax });

  /** `nowMs` is a monotonic clock in milliseconds. */
  constructor(rate: Rate, nowMs: () => number) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Counts a request. Throws `rate_limited`, with the seconds to wait, if it exceeds the rate. */
  take(key: Key): void {
    const { perSecond, burst } = this.#rate;
    const nowMs = this.#nowMs();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = { tokens: burst, filledAtMs: nowMs };
      this.#buckets.set(key, bucket);
    } else {
      const gained = ((nowMs - bucket.filledAtMs) / 1_000) * perSecond;
      bucket.tokens = Math.min(burst, bucket.tokens + gained);
      bucket.filledAtMs = nowMs;
    }
    if (bucket.tokens < 1) {
      // At least 1: the header Retry-After has whole seconds only (RFC 9110, 10.2.3).
      const retryAfterSeconds = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      throw new GatehouseError("rate_limited", { retryAfterSeconds });
    }
    bucket.tokens -= 1;
  }

  /** Undoes the count of one request. */
  giveBack(key: Key): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) {
      bucket.tokens = Math.min(this.#rate.burst, bucket.tokens + 1);
    }
  }

  /** Undoes the count of all requests of a key. */
  clear(key: Key): void {
    this.#buckets.delete(key);
  }
}
