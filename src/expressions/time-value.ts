import { EvaluationError } from "./evaluation-error.ts";

const secondsPerDay = 86_400;
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)? ?(?:[Zz]|UTC|([+-])(\d\d):?(\d\d)))?$/;

/**
 * A point in time, in seconds since the epoch with a double's precision (well under a
 * microsecond). A kind of its own, so that a time never equals or exceeds a number.
 */
export class TimeValue {
  readonly epochSeconds: number;

  constructor(epochSeconds: number) {
    if (!Number.isFinite(epochSeconds)) {
      throw new EvaluationError(`No time is ${epochSeconds} seconds from the epoch`);
    }
    this.epochSeconds = epochSeconds;
  }

  /**
   * Reads RFC 3339, a date alone (midnight UTC), and what Ruby's `Time#to_s` writes. Everything
   * else that Ruby guesses at (no zone, today's hour, February 30) has no meaning here, since the
   * guess would depend on the server.
   */
  static parse(text: string): TimeValue {
    const [, date, hour = "0", minute = "0", second = "0", fraction = "", ...zone] =
      pattern.exec(text) ?? [];
    const day = date === undefined ? Number.NaN : dayOf(date);
    const clock = Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
    const offset = offsetOf(zone);
    // A second of 60 is a leap second, which runs into the next minute as it does in Ruby.
    const valid = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
    if (!valid || Number.isNaN(day + offset)) {
      throw new EvaluationError("The text is not an RFC 3339 time");
    }
    return new TimeValue(day + clock - offset + Number(`0${fraction}`));
  }

  /** As Ruby writes UTC, `1970-01-01 00:00:00 UTC`; null beyond JavaScript's calendar. */
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

/** Midnight UTC of a date in epoch seconds, NaN for a date no calendar has. */
function dayOf(date: string): number {
  const midnight = new Date(`${date}T00:00:00Z`);
  return midnight.getUTCDate() === Number(date.slice(-2)) ? midnight.getTime() / 1_000 : Number.NaN;
}

/** Seconds ahead of UTC, NaN for an offset of a day or more or of 60 minutes. */
function offsetOf(zone: readonly (string | undefined)[]): number {
  const [sign, hours = "0", minutes = "0"] = zone;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60;
  if (Number(minutes) >= 60 || offset >= secondsPerDay) {
    return Number.NaN;
  }
  return sign === "-" ? -offset : offset;
}
