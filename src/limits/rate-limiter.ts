import { LRUCache } from "lru-cache";
import { GatehouseError } from "../errors.ts";
import type { Rate } from "./rate.ts";

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Who was not heard of for longest is forgotten first, and then starts with a full bucket. */
const bucketsMax = 10_000;

/** Holds everyone to a rate, each by a token bucket of their own. */
export class RateLimiter<Key extends string | number> {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  readonly #buckets = new LRUCache<Key, Bucket>({ max: bucketsMax });

  /** `nowMs` is a clock that never goes back. */
  constructor(rate: Rate, nowMs: () => number) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Throws `rate_limited`, with the seconds to wait, if this is more than the rate allows. */
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
      // A whole second at the least: nobody can ask again in a fraction of one (RFC 9110, 10.2.3).
      const retryAfterSeconds = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      throw new GatehouseError("rate_limited", undefined, { retryAfterSeconds });
    }
    bucket.tokens -= 1;
  }
}
