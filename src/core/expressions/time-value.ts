import { epochSecondsOf } from "../text/time-text.ts";
import { EvaluationError } from "./evaluation-error.ts";

/** ISO writes years that do not have four digits with six and a sign. */
const paddedYear = /^(?:\+0*|(-)0{0,2}(?=\d{4}))/;

/**
 * A point in time, in seconds since the epoch, as a double, whose precision is below a microsecond.
 * A class, so that a time is never equal to, less or greater than a number.
 */
export class TimeValue {
  readonly epochSeconds: number;

  constructor(epochSeconds: number) {
    if (!Number.isFinite(epochSeconds)) {
      throw new EvaluationError("time_out_of_range");
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
      throw new EvaluationError("not_time");
    }
    return new TimeValue(epochSeconds);
  }

  /** The format of Ruby, such as `1970-01-01 00:00:00 UTC`; null outside the range of `Date`. */
  toText(): string | null {
    const date = new Date(Math.floor(this.epochSeconds) * 1_000);
    if (Number.isNaN(date.getTime())) {
      return null;
    }
    const [day = "", clock = ""] = date.toISOString().split("T");
    return `${day.replace(paddedYear, "$1")} ${clock.slice(0, 8)} UTC`;
  }
}
