import { epochSecondsOf } from "../text/time-text.ts";
import { EvaluationError } from "./evaluation-error.ts";

/**
 * A point in time, in seconds since the epoch, as a double, whose precision is below a microsecond.
 * A class, so that a time is never equal to, less or greater than a number.
 */
export class TimeValue {
  readonly epochSeconds: number;

  constructor(epochSeconds: number) {
    if (!Number.isFinite(epochSeconds)) {
      throw new EvaluationError(`A time cannot be ${epochSeconds} seconds since the epoch`);
    }
    this.epochSeconds = epochSeconds;
  }

  /**
   * Reads RFC 3339, a date alone (midnight UTC) and the format of Ruby's `Time#to_s`. Throws an
   * `EvaluationError` for all other text. Ruby completes text without a zone or a date, but its
   * result depends on the server.
   */
  static parse(text: string): TimeValue {
    const epochSeconds = epochSecondsOf(text);
    if (Number.isNaN(epochSeconds)) {
      throw new EvaluationError("The text is not a time in the format of RFC 3339");
    }
    return new TimeValue(epochSeconds);
  }

  /** The format of Ruby, such as `1970-01-01 00:00:00 UTC`; null outside the range of `Date`. */
  toText(): string | null {
    const date = new Date(Math.floor(this.epochSeconds) * 1_000);
    if (Number.isNaN(date.getTime())) {
      return null;
    }
    const year = date.getUTCFullYear();
    const [month, day, hour, minute, second] = [
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ].map((part) => String(part).padStart(2, "0"));
    const sign = year < 0 ? "-" : "";
    const paddedYear = sign + String(Math.abs(year)).padStart(4, "0");
    return `${paddedYear}-${month}-${day} ${hour}:${minute}:${second} UTC`;
  }
}
