import { GatehouseError } from "../errors.ts";

const digits = /^\d{1,3}$/;

/**
 * An integer from 0 to 100, as a JSON number or a string of digits (SPEC.md 4.2). Anything else,
 * missing, blank, decimal, null or a list, is refused with code 3 (DESIGN.md section 6).
 */
export function parsePercentage(value: unknown): number {
  const percentage = typeof value === "string" && digits.test(value) ? Number(value) : value;
  if (typeof percentage !== "number" || !Number.isInteger(percentage)) {
    throw new GatehouseError("percentage_invalid");
  }
  // Math.abs below: JSON can say -0, which is 0 but does not print or compare as it everywhere.
  if (percentage < 0 || percentage > 100) {
    throw new GatehouseError("percentage_invalid");
  }
  return Math.abs(percentage);
}
