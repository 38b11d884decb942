import { GatehouseError } from "../../errors.ts";
import type { Parameters } from "./parameters.ts";

const digits = /^\d+$/;

/**
 * An integer of a query; undefined when it is missing. Without a maximum it may be any number of
 * digits, and is then only near what was sent, for callers that cut it to a limit of their own.
 * Throws `parameter_invalid`, naming the parameter, for what is no integer or out of bounds.
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
    throw new GatehouseError("parameter_invalid", `${name} must be an integer ${bounds}`);
  }
  return value;
}
