/** A sum of random steps: how much a step adds on average, and its variance. */
export interface RandomWalk {
  readonly drift: number;
  readonly variance: number;
}

/**
 * How many steps a walk takes to a level in a share of all runs: the quantile of the inverse
 * Gaussian distribution. Infinity if it does not rise.
 */
export function stepsToLevel(
  level: number,
  { drift, variance }: RandomWalk,
  share: number,
): number {
  if (drift <= 0) {
    return Number.POSITIVE_INFINITY;
  }
  const mean = level / drift;
  const shape = level ** 2 / variance;
  let low = 0;
  let high = mean;
  while (passedBy(high, mean, shape) < share) {
    low = high;
    high *= 2;
  }
  for (let turn = 0; turn < 50; turn += 1) {
    const middle = (low + high) / 2;
    if (passedBy(middle, mean, shape) < share) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

/** The share of runs that have passed the level after so many steps. */
function passedBy(steps: number, mean: number, shape: number): number {
  const root = Math.sqrt(shape / steps);
  // The second product is infinity times zero for a walk that hardly varies.
  const returned = normal(-root * (steps / mean + 1));
  const back = returned === 0 ? 0 : Math.exp((2 * shape) / mean) * returned;
  return normal(root * (steps / mean - 1)) + back;
}

/** The share of a normal distribution below `x`, by Abramowitz and Stegun 7.1.26. */
function normal(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const sum = terms.reduce((total, term) => total * t + term, 0);
  const above = (sum * t * Math.exp(-(x ** 2) / 2)) / 2;
  return x > 0 ? 1 - above : above;
}
