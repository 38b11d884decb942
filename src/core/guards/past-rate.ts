import type { Counts } from "./outcome-buckets.ts";

const halfLifeMinutes = 60;
/** What an outcome counts one minute later. */
export const decay = 0.5 ** (1 / halfLifeMinutes);

/** Before the first minute. */
export const initialPast: Counts = { total: 50, bad: 0.5 };

/** After weeks without a bad outcome. */
const rateMin = 1e-9;

/** The outcomes of disabled checks with one minute more. Older minutes count less. */
export function addPast(past: Counts, minute: Counts): Counts {
  return { total: past.total * decay + minute.total, bad: past.bad * decay + minute.bad };
}

/** The rate of bad outcomes that the past lets expect. */
export function expectedRate({ total, bad }: Counts): number {
  return Math.max(bad / total, rateMin);
}
