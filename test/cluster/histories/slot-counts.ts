import type { BookTotals } from "./recorded-history.ts";

const slotsPerResult = 20;
const base = 4;

/** Each result of a book is a number with a digit for each submission: how often it was counted. */
export const slotsPerBook = 2 * slotsPerResult;

export interface SlotMetric {
  readonly result: boolean;
  readonly value: number;
}

/** What a submission adds to its book. */
export function metricOfSlot(slot: number): SlotMetric {
  return { result: slot < slotsPerResult, value: base ** (slot % slotsPerResult) };
}

/** How often a submission was counted, up to 3 times. */
export function timesCounted({ enabled, disabled }: BookTotals, slot: number): number {
  const { result, value } = metricOfSlot(slot);
  return Math.floor((result ? enabled : disabled) / value) % base;
}
