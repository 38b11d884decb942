/** An interval of shares, from 0 to 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution: 95 % of its values are within this many deviations. */
const deviations = 1.959964;

/** The Wilson interval, at 95 %, of a share that was seen `count` times in `size` samples. */
export function wilsonInterval(count: number, size: number): ShareInterval {
  if (size === 0) {
    return { low: 0, high: 1 };
  }
  const share = count / size;
  const squared = deviations ** 2;
  const center = share + squared / (2 * size);
  const half = deviations * Math.sqrt((share * (1 - share) + squared / (4 * size)) / size);
  const divisor = 1 + squared / size;
  // Exact at both ends, where rounding would leave a share outside its own interval.
  return {
    low: count === 0 ? 0 : Math.max(0, (center - half) / divisor),
    high: count === size ? 1 : Math.min(1, (center + half) / divisor),
  };
}
