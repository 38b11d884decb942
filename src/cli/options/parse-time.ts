import type { ValueParser } from "../../config/value-parsers.ts";
import { parseDuration } from "../../config/value-parsers.ts";
import { epochSecondsOf } from "../../core/text/time-text.ts";
import { secondMs } from "../../core/time-units.ts";

const ago = parseDuration("1m", "3650d");

/**
 * Parses a time as the API does: RFC 3339, or a date, which means midnight in UTC. Also accepts an
 * age such as `2h`, relative to `now`. All times are milliseconds since the epoch; earlier times
 * count as the epoch.
 */
export function parseTime(now: () => number): ValueParser<number> {
  return (text) => {
    const past = ago(text);
    if ("value" in past) {
      return { value: now() - past.value };
    }
    const seconds = epochSecondsOf(text);
    return Number.isNaN(seconds)
      ? {
          reason:
            "must be a time such as 2026-01-31T12:00:00Z, a date such as 2026-01-31 (in UTC), or " +
            "how long ago it is, such as 30m, 6h or 2d",
        }
      : { value: Math.max(0, Math.round(seconds * secondMs)) };
  };
}
