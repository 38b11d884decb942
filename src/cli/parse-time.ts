import type { ValueParser } from "../config/value-parsers.ts";
import { parseDuration } from "../config/value-parsers.ts";

const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const ago = parseDuration("1m", "3650d");

/**
 * Parses a moment: ISO 8601 with a zone, a date alone, which is its midnight in UTC, or how long ago
 * it is, such as `2h`. The value is in ISO 8601, UTC. `now` is in milliseconds since the epoch.
 */
export function parseTime(now: () => number): ValueParser<string> {
  return (text) => {
    const past = ago(text);
    const time =
      "value" in past ? now() - past.value : isoTime.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time)
      ? {
          reason:
            "must be a time such as 2026-01-31T12:00Z, a date such as 2026-01-31 (in UTC), or how " +
            "long ago it is, such as 30m, 6h or 2d",
        }
      : { value: new Date(time).toISOString() };
  };
}
