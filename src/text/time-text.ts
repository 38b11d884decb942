const secondsPerDay = 86_400;
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)? ?(?:[Zz]|UTC|([+-])(\d\d):?(\d\d)))?$/;

/**
 * Seconds since the epoch of a time in the format of RFC 3339, of a date alone (midnight UTC), or of
 * a time in the format of Ruby's `Time#to_s`; NaN for all other text, such as a day that does not exist.
 * The precision is below a microsecond.
 */
export function epochSecondsOf(text: string): number {
  const [, date, hour = "0", minute = "0", second = "0", fraction = "", ...zone] =
    pattern.exec(text) ?? [];
  const day = date === undefined ? Number.NaN : dayOf(date);
  const clock = Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
  // The second 60 is a leap second, which counts as the start of the next minute, as in Ruby.
  const isValid = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  return isValid ? day + clock - offsetOf(zone) + Number(`0${fraction}`) : Number.NaN;
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
