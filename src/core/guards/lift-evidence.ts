import type { RolloutGuard } from "../model/rollout.ts";
import type { Counts } from "./outcome-buckets.ts";

/** How many times the tolerated rate the guard expects of a regression. */
export const lifts = [1.25, 1.5, 2, 3, 6, 16] as const;

/** The rate with the feature may be `ratio` times the rate without it, plus `absolute`. */
export interface Tolerance {
  readonly ratio: number;
  readonly absolute: number;
}

export interface MinuteCounts {
  readonly enabled: Counts;
  readonly disabled: Counts;
}

export function toleranceOf({ tolerate }: Pick<RolloutGuard, "tolerate">): Tolerance {
  return { ratio: 1 + tolerate.relative, absolute: tolerate.absolute };
}

/** The two rates whose likelihoods are compared, of each arm. */
export interface ComparedRates {
  readonly enabled: ComparedRate;
  readonly disabled: ComparedRate;
}

interface ComparedRate {
  readonly raised: number;
  readonly tolerated: number;
}

/**
 * The logarithm of how much likelier the minute is with a rise by `lift` than with the nearest
 * rates that are tolerated. `expected` is the rate without the feature, from earlier minutes.
 * The mean of its exponential is at most 1 for all tolerated rates, whatever they are.
 */
export function logEvidence(
  { enabled, disabled }: MinuteCounts,
  expected: number,
  tolerance: Tolerance,
  lift: number,
): number {
  const rates = comparedRates(enabled.total, disabled.total, expected, { tolerance, lift });
  return rates === null ? 0 : logRatio(enabled, rates.enabled) + logRatio(disabled, rates.disabled);
}

/** Null if nothing can be compared. */
export function comparedRates(
  enabled: number,
  disabled: number,
  expected: number,
  { tolerance, lift }: { readonly tolerance: Tolerance; readonly lift: number },
): ComparedRates | null {
  const tolerated = tolerance.ratio * expected + tolerance.absolute;
  if (enabled === 0 || disabled === 0 || tolerated >= 1) {
    return null;
  }
  const raised = Math.min(lift * tolerated, (1 + tolerated) / 2);
  const nearest = nearestTolerated(enabled, disabled, { raised, expected }, tolerance);
  return {
    enabled: { raised, tolerated: tolerance.ratio * nearest + tolerance.absolute },
    disabled: { raised: expected, tolerated: nearest },
  };
}

function logRatio({ total, bad }: Counts, rate: ComparedRate): number {
  const { ofBad, ofGood } = outcomeEvidence(rate);
  return bad * ofBad + (total - bad) * ofGood;
}

/** What one outcome adds to the evidence. */
export function outcomeEvidence({ raised, tolerated }: ComparedRate): {
  readonly ofBad: number;
  readonly ofGood: number;
} {
  return {
    ofBad: Math.log(raised / tolerated),
    ofGood: Math.log((1 - raised) / (1 - tolerated)),
  };
}

/**
 * The disabled rate of the tolerated pair of rates under which `raised` and `expected` are most
 * likely. It lies between the rates that each arm alone would have, and the slope falls between
 * them.
 */
function nearestTolerated(
  enabled: number,
  disabled: number,
  { raised, expected }: { readonly raised: number; readonly expected: number },
  { ratio, absolute }: Tolerance,
): number {
  if (ratio === 1 && absolute === 0) {
    return (enabled * raised + disabled * expected) / (enabled + disabled);
  }
  let low = expected;
  let high = (raised - absolute) / ratio;
  for (let turn = 0; turn < 60 && high - low > low * 1e-12; turn += 1) {
    const rate = (low + high) / 2;
    const slope =
      enabled * ratio * slopeAt(raised, ratio * rate + absolute) +
      disabled * slopeAt(expected, rate);
    if (slope > 0) {
      low = rate;
    } else {
      high = rate;
    }
  }
  return (low + high) / 2;
}

/** The derivative of a ln θ + (1 − a) ln(1 − θ). */
function slopeAt(a: number, theta: number): number {
  return a / theta - (1 - a) / (1 - theta);
}
