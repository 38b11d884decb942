const percentagePattern = /^\d{1,3}$/;
const hundred = 100;

/** The percentage that was typed; null if it is no whole number from 0 to 100. */
export function percentageOf(typed: string): number | null {
  const value = percentagePattern.test(typed) ? Number(typed) : Number.NaN;
  return value <= hundred ? value : null;
}

/** A share of a number, as exact as a guess may look: two digits that count. */
export function shareOf(total: number, percentage: number): number {
  const share = (total * percentage) / hundred;
  return percentage === hundred || share < hundred
    ? Math.round(share)
    : Number(share.toPrecision(2));
}
