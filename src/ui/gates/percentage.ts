const percentagePattern = /^\d{1,3}$/;
const hundred = 100;

/** The typed percentage; null if it is not an integer from 0 to 100. */
export function percentageOf(typed: string): number | null {
  const value = percentagePattern.test(typed) ? Number(typed) : Number.NaN;
  return value <= hundred ? value : null;
}

/** A part of a number, rounded like an estimate: to two significant digits. */
export function shareOf(total: number, percentage: number): number {
  const share = (total * percentage) / hundred;
  return percentage === hundred || share < hundred
    ? Math.round(share)
    : Number(share.toPrecision(2));
}
