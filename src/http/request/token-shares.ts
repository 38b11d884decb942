import { GatehouseError } from "../../core/errors.ts";

export interface TokenShareLimits {
  /** The limit of all tokens together. */
  readonly max: number;
  /** The limit of one token, so that other tokens always have some left. */
  readonly perTokenMax: number;
  /** The message of a refusal. */
  readonly refusal: string;
}

/** Counts a limited resource, such as slots or received bytes, and the usage of each token. */
export class TokenShares {
  readonly #limits: TokenShareLimits;
  readonly #byToken = new Map<number, number>();
  #taken = 0;

  constructor(limits: TokenShareLimits) {
    this.#limits = limits;
  }

  /** Throws `unavailable` if `take` would. */
  require(tokenId: number, count = 1): void {
    const { max, perTokenMax, refusal } = this.#limits;
    const ofToken = this.#byToken.get(tokenId) ?? 0;
    if (this.#taken + count > max || ofToken + count > perTokenMax) {
      throw new GatehouseError("unavailable", { message: refusal });
    }
  }

  /** Throws `unavailable` if less is left, for this token or overall. */
  take(tokenId: number, count = 1): void {
    this.require(tokenId, count);
    this.#add(tokenId, count);
  }

  release(tokenId: number, count = 1): void {
    this.#add(tokenId, -count);
  }

  /** Runs work that holds one unit until it settles. */
  async hold<Result>(tokenId: number, work: () => Promise<Result>): Promise<Result> {
    this.take(tokenId);
    try {
      return await work();
    } finally {
      this.release(tokenId);
    }
  }

  #add(tokenId: number, count: number): void {
    this.#taken += count;
    const ofToken = (this.#byToken.get(tokenId) ?? 0) + count;
    if (ofToken === 0) {
      this.#byToken.delete(tokenId);
    } else {
      this.#byToken.set(tokenId, ofToken);
    }
  }
}
