import { GatehouseError } from "../errors.ts";

/** A number as JSON writes it, also with zeros before it, but without a sign. */
const numeral = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const least = 0;
const most = 100;

/**
 * Reads an integer from 0 to 100, a JSON number or a string that holds one, in any notation: 25,
 * "25", "25.0" and "2.5e1" are 25 (docs/api.md#gate-routes). Throws `percentage_invalid` for every
 * other value: missing, blank, with decimals, null or a list.
 */
export function parsePercentage(value: unknown): number {
  const percentage = numberOf(value);
  if (percentage === undefined || !Number.isInteger(percentage)) {
    throw new GatehouseError("percentage_invalid");
  }
  return percentage;
}

/**
 * The nearest integer to a percentage with decimals, but neither 0 nor 100, which would mean nobody
 * or everybody: 0.2 gives 1, and 99.8 gives 99. Undefined for a value that is no such percentage.
 */
export function roundedPercentage(value: unknown): number | undefined {
  const percentage = numberOf(value);
  return percentage === undefined || Number.isInteger(percentage)
    ? undefined
    : Math.min(Math.max(Math.round(percentage), least + 1), most - 1);
}

/** Undefined if it is no number from 0 to 100. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && numeral.test(value) ? Number(value) : value;
  // JSON can contain -0, which does not print or compare like 0 everywhere.
  return typeof number === "number" && number >= least && number <= most
    ? Math.abs(number)
    : undefined;
}
