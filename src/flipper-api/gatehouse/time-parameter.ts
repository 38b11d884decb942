import { GatehouseError } from "../../errors.ts";
import { epochSecondsOf } from "../../text/time-text.ts";

const msPerSecond = 1_000;

/**
 * Milliseconds since the epoch of a time in the format of RFC 3339, or of a date (midnight UTC).
 * Throws `parameter_invalid`, naming the parameter.
 */
export function timeIn(name: string, text: string): number {
  const seconds = epochSecondsOf(text);
  if (Number.isNaN(seconds)) {
    throw new GatehouseError("parameter_invalid", {
      message: `${name} must be a time such as 2026-01-15T09:30:00Z, or a date`,
    });
  }
  return Math.round(seconds * msPerSecond);
}
