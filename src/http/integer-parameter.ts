import { GatehouseError } from "../errors.ts";
import type { Parameters } from "./parameters.ts";

const digits = /^\d{1,15}$/;

/**
 * An integer of a query; undefined when it is missing. Throws `parameter_invalid`, naming the
 * parameter, for what is no integer or out of bounds.
 */
export function integerOf(
  query: Parameters,
  name: string,
  { minimum, maximum = Number.MAX_SAFE_INTEGER }: { minimum: number; maximum?: number },
): number | undefined {
  const text = query.text(name);
  if (text === undefined) {
    return undefined;
  }
  const value = digits.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new GatehouseError("parameter_invalid", `${name} must be an integer from ${minimum}`);
  }
  return value;
}
