import { EvaluationError } from "./evaluation-error.ts";

const secondsPerDay = 86_400;
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)? ?(?:[Zz]|UTC|([+-])(\d\d):?(\d\d)))?$/;

/** Of years that do not have four digits, ISO has six and a sign. */
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
    const [, date = "", hour = "00", minute = "00", second = "0", fraction = "", ...zone] =
      pattern.exec(text) ?? [];
    const [sign, hours = "0", minutes = "0"] = zone;
    const start = new Date(`${date}T${hour}:${minute}:00Z`);
    const offset = Number(hours) * 3_600 + Number(minutes) * 60;
    const isTime =
      // Some runtimes read February 30 as March 1, and all of them 24:00 as the next day.
      start.getUTCDate() === Number(date.slice(-2)) &&
      // The second 60 is a leap second, which counts as the start of the next minute, as in Ruby.
      Number(second) <= 60 &&
      Number(minutes) < 60 &&
      offset < secondsPerDay;
    if (!isTime) {
      throw new EvaluationError("not_time");
    }
    const seconds = start.getTime() / 1_000 + Number(second);
    return new TimeValue(seconds + (sign === "-" ? offset : -offset) + Number(`0${fraction}`));
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
