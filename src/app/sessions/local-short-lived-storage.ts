import { GatehouseError } from "../../core/errors.ts";
import { RateLimiter } from "../../core/rates/rate-limiter.ts";
import type {
  AllowedRate,
  ShortLivedStorage,
  TakenCount,
} from "../../storage/short-lived-storage.ts";

/** Bounds memory: above this number, the oldest texts are dropped. */
const textsMax = 10_000;

interface KeptText {
  readonly text: string;
  readonly endsAtMs: number;
}

/** In the memory of this process, for a server that does not share its data. */
export class LocalShortLivedStorage implements ShortLivedStorage {
  readonly #nowMs: () => number;
  readonly #limiters = new Map<string, RateLimiter<string>>();
  /** Oldest first. */
  readonly #texts = new Map<string, KeptText>();

  /** `nowMs` is a monotonic clock in milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** How many texts are stored. */
  get textCount(): number {
    return this.#texts.size;
  }

  async take({ key, rate }: TakenCount): Promise<number> {
    try {
      this.#limiterOf(rate).take(key);
      return 0;
    } catch (error) {
      if (error instanceof GatehouseError && error.retryAfterSeconds !== undefined) {
        return error.retryAfterSeconds;
      }
      throw error;
    }
  }

  async giveBack({ key, rate }: TakenCount): Promise<void> {
    this.#limiterOf(rate).giveBack(key);
  }

  async clear({ key, rate }: TakenCount): Promise<void> {
    this.#limiterOf(rate).clear(key);
  }

  async keep(key: string, text: string, ms: number): Promise<void> {
    const [oldest] = this.#texts.keys();
    if (this.#texts.size >= textsMax && oldest !== undefined) {
      this.#texts.delete(oldest);
    }
    this.#texts.set(key, { text, endsAtMs: this.#nowMs() + ms });
  }

  async takeOut(key: string): Promise<string | null> {
    const kept = this.#texts.get(key);
    this.#texts.delete(key);
    return kept !== undefined && this.#nowMs() < kept.endsAtMs ? kept.text : null;
  }

  /** There are few rates. */
  #limiterOf(rate: AllowedRate): RateLimiter<string> {
    const name = `${rate.burst} ${rate.perSecond}`;
    let limiter = this.#limiters.get(name);
    if (limiter === undefined) {
      limiter = new RateLimiter(rate, this.#nowMs);
      this.#limiters.set(name, limiter);
    }
    return limiter;
  }
}
