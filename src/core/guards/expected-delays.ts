import type { RolloutGuard } from "../model/rollout.ts";
import { dispersedMin, dispersionOf } from "./dispersion.ts";
import { type RandomWalk, stepsToLevel } from "./first-passage.ts";
import { disabledMin } from "./guard-evidence.ts";
import { actorBucketCount } from "./guard-minute.ts";
import { evidenceLimit } from "./guard-verdict.ts";
import {
  comparedRates,
  lifts,
  outcomeEvidence,
  type Tolerance,
  toleranceOf,
} from "./lift-evidence.ts";
import { decay, initialPast } from "./past-rate.ts";

export interface ExpectedTraffic {
  /** Outcomes an hour, of enabled and disabled checks together. */
  readonly hourly: number;
  /** The share of bad outcomes without the feature. */
  readonly rate: number;
  /** The share of outcomes that are of enabled checks. */
  readonly share: number;
}

/** How long a guard takes to its alarm after a rise. */
export interface ExpectedDelay {
  /** How many times the rate without the feature: 1.5 for +50 %. */
  readonly rise: number;
  /** In minutes. Half of all alarms come sooner. Null for more than 30 days, or never. */
  readonly median: number | null;
  /** In minutes. 9 of 10 alarms come sooner. */
  readonly ninety: number | null;
}

export const expectedRises = [1.2, 1.5, 2, 10] as const;

interface Arm {
  /** Outcomes a minute. */
  readonly count: number;
  readonly rate: number;
}

interface Arms {
  readonly enabled: Arm;
  readonly disabled: Arm;
}

const minutesMax = 30 * 24 * 60;
/** The lifts help each other, so that one alone need not reach the whole level. From simulations. */
const mixtureGain = 0.25;
/** How many bad outcomes lie in 4 of the 16 buckets in half of all cases. */
const badOutcomesMin = 4.5;
/** The dispersion once one arm, and once both arms, have enough bad outcomes. */
const degrees = actorBucketCount - 1;
const dispersions = { none: dispersionOf(0, 0), one: dispersionOf(degrees, degrees) } as const;
const dispersionOfBoth = dispersionOf(2 * degrees, 2 * degrees);
/** Points of the normal distribution, which stand for a ninth of it each. */
const ninths = [-1.691, -1, -0.5932, -0.2823, 0, 0.2823, 0.5932, 1, 1.691] as const;

/**
 * The delays to expect in a step with this traffic, if the rate rises at its start: computed from the
 * mean and the variance of what a minute adds to the evidence, within about 20 % of simulations.
 */
export function expectedDelays(
  { hourly, rate, share }: ExpectedTraffic,
  guard: Pick<RolloutGuard, "tolerate" | "confidence">,
  guards: number,
): readonly ExpectedDelay[] {
  const level = Math.log(evidenceLimit(guard, guards) * lifts.length) - mixtureGain;
  const outcomes = hourly / 60;
  return expectedRises.map((rise) => {
    const arms = {
      enabled: { count: outcomes * share, rate: Math.min(rate * rise, 1) },
      disabled: { count: outcomes * (1 - share), rate },
    };
    if (arms.enabled.count * arms.enabled.rate <= 0 || arms.disabled.count <= 0) {
      return { rise, median: null, ninety: null };
    }
    const delay = (part: number) => expectedDelay(arms, toleranceOf(guard), level, part);
    return { rise, median: delay(0.5), ninety: delay(0.9) };
  });
}

function expectedDelay(
  arms: Arms,
  tolerance: Tolerance,
  level: number,
  part: number,
): number | null {
  const delays = lifts.map((lift) => liftDelay(arms, { tolerance, lift }, level, part));
  const base = Math.ceil(disabledMin / arms.disabled.count);
  const buckets = badOutcomesMin / (arms.enabled.count * arms.enabled.rate);
  const minutes = Math.ceil(Math.max(Math.min(...delays), buckets) + base);
  return minutes <= minutesMax ? minutes : null;
}

interface LiftTest {
  readonly tolerance: Tolerance;
  readonly lift: number;
}

/** When the evidence for one lift reaches the level. The walk depends on how long it takes. */
function liftDelay(arms: Arms, test: LiftTest, level: number, part: number): number {
  let minutes = 60;
  for (let turn = 0; turn < 4 && minutes <= minutesMax; turn += 1) {
    const found = minutesOf(stepsToLevel(level, walk(arms, test, minutes), part), arms);
    minutes = turn === 0 ? found : (minutes + found) / 2;
  }
  return minutes;
}

/** What a minute adds to the evidence, with the rate that a guard expects halfway. */
function walk({ enabled, disabled }: Arms, test: LiftTest, minutes: number): RandomWalk {
  const left = decay ** (minutes / 2);
  const weight = (1 - left) / (1 - decay);
  const total = disabled.count * weight + initialPast.total * left;
  const bad = disabled.count * disabled.rate * weight + initialPast.bad * left;
  const spread = (disabled.count * disabled.rate * (1 - left ** 2)) / (1 - decay ** 2);
  /** Of the gamma distribution with this mean and variance, by Wilson and Hilferty. */
  const shape = bad ** 2 / spread;
  let drift = 0;
  let variance = 0;
  for (const point of ninths) {
    const root = 1 - 1 / (9 * shape) + point / (3 * Math.sqrt(shape));
    const added = minuteEvidence(
      { enabled, disabled },
      test,
      (bad / total) * Math.max(root, 0.05) ** 3,
    );
    drift += added.drift / (ninths.length * dispersionOfBoth);
    variance += added.variance / (ninths.length * dispersionOfBoth ** 2);
  }
  return { drift, variance };
}

function minuteEvidence({ enabled, disabled }: Arms, test: LiftTest, expected: number): RandomWalk {
  const rates = comparedRates(enabled.count, disabled.count, expected, test);
  let drift = 0;
  let variance = 0;
  if (rates !== null) {
    for (const [{ count, rate }, compared] of [
      [enabled, rates.enabled],
      [disabled, rates.disabled],
    ] as const) {
      const { ofBad, ofGood } = outcomeEvidence(compared);
      drift += count * (rate * ofBad + (1 - rate) * ofGood);
      variance += count * rate * (1 - rate) * (ofBad - ofGood) ** 2;
    }
  }
  return { drift, variance };
}

/** Before both arms have enough bad outcomes, evidence is worth less: a minute then counts less. */
function minutesOf(steps: number, { enabled, disabled }: Arms): number {
  const until = [enabled, disabled].map(({ count, rate }) => dispersedMin / (count * rate));
  const [first, second] = [Math.min(...until), Math.max(...until)];
  const none = dispersionOfBoth / dispersions.none;
  const one = dispersionOfBoth / dispersions.one;
  if (steps <= first * none) {
    return steps / none;
  }
  const afterFirst = steps - first * none;
  if (afterFirst <= (second - first) * one) {
    return first + afterFirst / one;
  }
  return second + afterFirst - (second - first) * one;
}
