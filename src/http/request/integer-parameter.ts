import { GatehouseError } from "../../core/errors.ts";
import type { Parameters } from "./parameters.ts";

const digits = /^\d+$/;

/**
 * Returns an integer parameter of a query; undefined if missing. Without a maximum it accepts any
 * number of digits, and a large value is approximate; callers then limit it themselves. Throws
 * `parameter_invalid` with the parameter's name for a value that is not an integer or is out of
 * bounds.
 */
export function integerOf(
  query: Parameters,
  name: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum?: number },
): number | undefined {
  const text = query.text(name);
  if (text === undefined) {
    return undefined;
  }
  const value = digits.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= (maximum ?? Number.POSITIVE_INFINITY))) {
    const bounds = maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new GatehouseError("parameter_invalid", {
      message: `${name} must be an integer ${bounds}`,
    });
  }
  return value;
}
