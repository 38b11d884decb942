import type { ExpectedShare } from "../../core/evaluation/expected-share.ts";
import { type ShareInterval, wilsonInterval } from "../../core/percentages/wilson-interval.ts";

/** A share of actors, from 0 to 1. */
export interface Estimate {
  /** Null if it is unknown. */
  readonly share: number | null;
  /** At 95 %; null for an unknown share, and for one that is expected from percentages alone. */
  readonly interval: ShareInterval | null;
}

export interface FeatureEstimate {
  readonly before: Estimate & Pick<ExpectedShare, "unknownBecause">;
  readonly after: Estimate & Pick<ExpectedShare, "unknownBecause">;
  /** The actors whose result becomes enabled. */
  readonly gained: Estimate;
  /** The actors whose result becomes disabled. */
  readonly lost: Estimate;
}

const noOne: Estimate = { share: null, interval: null };

/** Counts the results of a sample for one feature. */
export class SampledCounts {
  readonly #before: ExpectedShare;
  readonly #after: ExpectedShare;
  /** Whether the results depend on what the actors are, and not on their ids alone. */
  readonly #needsProperties: boolean;
  #size = 0;
  /** Actors whose properties are too long to be kept. */
  #unknown = 0;
  #enabledBefore = 0;
  #enabledAfter = 0;
  #gained = 0;
  #lost = 0;

  constructor(before: ExpectedShare, after: ExpectedShare) {
    this.#before = before;
    this.#after = after;
    this.#needsProperties = [before, after].some(({ unknownBecause }) =>
      unknownBecause.some((gate) => gate !== "actors"),
    );
  }

  add(isBefore: boolean, isAfter: boolean, hasProperties: boolean): void {
    this.#size++;
    if (this.#needsProperties && !hasProperties) {
      this.#unknown++;
      return;
    }
    this.#enabledBefore += isBefore ? 1 : 0;
    this.#enabledAfter += isAfter ? 1 : 0;
    this.#gained += !isBefore && isAfter ? 1 : 0;
    this.#lost += isBefore && !isAfter ? 1 : 0;
  }

  estimate(): FeatureEstimate {
    const [before, after] = [this.#before.share, this.#after.share];
    // What the gates alone decide needs no sample, and neither does a rise to everyone.
    const isExact = isCertain(before) && isCertain(after);
    const isSampled = this.#size > this.#unknown && !isExact;
    const difference = before === null || after === null ? null : after - before;
    const changed = (count: number, expected: number | null, isPossible: boolean) =>
      !isPossible
        ? expectation(0, true)
        : isSampled
          ? this.#estimate(count)
          : expected === null
            ? noOne
            : expectation(Math.max(0, expected), isExact);
    return {
      before: this.#side(this.#before, this.#enabledBefore),
      after: this.#side(this.#after, this.#enabledAfter),
      gained: changed(this.#gained, difference, before !== 1 && after !== 0),
      lost: changed(
        this.#lost,
        difference === null ? null : -difference,
        before !== 0 && after !== 1,
      ),
    };
  }

  #side({ share, unknownBecause }: ExpectedShare, count: number): FeatureEstimate["before"] {
    const isSampled = this.#size > this.#unknown && !isCertain(share);
    return isSampled
      ? { ...this.#estimate(count), unknownBecause: [] }
      : { ...(share === null ? noOne : expectation(share, isCertain(share))), unknownBecause };
  }

  /** The interval includes all that the unknown actors may be. */
  #estimate(count: number): Estimate {
    const { low } = wilsonInterval(count, this.#size);
    const { high } = wilsonInterval(count + this.#unknown, this.#size);
    return { share: count / (this.#size - this.#unknown), interval: { low, high } };
  }
}

function isCertain(share: number | null): boolean {
  return share === 0 || share === 1;
}

function expectation(share: number, isExact: boolean): Estimate {
  return { share, interval: isExact ? { low: share, high: share } : null };
}
