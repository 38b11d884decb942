import { GatehouseError } from "../errors.ts";

const digits = /^\d{1,3}$/;

/**
 * Reads an integer from 0 to 100, a JSON number or a string of digits (docs/api.md#gate-routes).
 * Throws `percentage_invalid` for every other value: missing, blank, decimal, null or a list.
 */
export function parsePercentage(value: unknown): number {
  const percentage = typeof value === "string" && digits.test(value) ? Number(value) : value;
  if (typeof percentage !== "number" || !Number.isInteger(percentage)) {
    throw new GatehouseError("percentage_invalid");
  }
  if (percentage < 0 || percentage > 100) {
    throw new GatehouseError("percentage_invalid");
  }
  // JSON can contain -0, which does not print or compare like 0 everywhere.
  return Math.abs(percentage);
}
