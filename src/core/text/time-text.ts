const secondsPerDay = 86_400;
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)? ?(?:[Zz]|UTC|([+-])(\d\d):?(\d\d)))?$/;

/**
 * Seconds since the epoch of a time in the format of RFC 3339, of a date alone (midnight UTC), or of
 * a time in the format of Ruby's `Time#to_s`; NaN for all other text, such as a day that does not exist.
 * The precision is below a microsecond.
 */
export function epochSecondsOf(text: string): number {
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
  const seconds = start.getTime() / 1_000 + Number(second) + Number(`0${fraction}`);
  return isTime ? seconds + (sign === "-" ? offset : -offset) : Number.NaN;
}
