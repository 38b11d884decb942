import { EvaluationError } from "./evaluation-error.ts";

const secondsPerDay = 86_400;
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)? ?(?:[Zz]|UTC|([+-])(\d\d):?(\d\d)))?$/;

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
    const [, date, hour = "0", minute = "0", second = "0", fraction = "", ...zone] =
      pattern.exec(text) ?? [];
    const day = date === undefined ? Number.NaN : dayOf(date);
    const clock = Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
    const offset = offsetOf(zone);
    // The second 60 is a leap second, which counts as the start of the next minute, as in Ruby.
    const valid = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
    if (!valid || Number.isNaN(day + offset)) {
      throw new EvaluationError("The text is not a time in the format of RFC 3339");
    }
    return new TimeValue(day + clock - offset + Number(`0${fraction}`));
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

/** Midnight UTC of a date, in seconds since the epoch; NaN if the date does not exist. */
function dayOf(date: string): number {
  const midnight = new Date(`${date}T00:00:00Z`);
  return midnight.getUTCDate() === Number(date.slice(-2)) ? midnight.getTime() / 1_000 : Number.NaN;
}

/** Seconds ahead of UTC; NaN if the minutes are over 59 or the offset is a day or more. */
function offsetOf(zone: readonly (string | undefined)[]): number {
  const [sign, hours = "0", minutes = "0"] = zone;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60;
  if (Number(minutes) >= 60 || offset >= secondsPerDay) {
    return Number.NaN;
  }
  return sign === "-" ? -offset : offset;
}
