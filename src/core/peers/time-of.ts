const isoTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The milliseconds since the epoch of a date, or of a time with a zone, as JavaScript reads it; NaN
 * for every other text, whose meaning depends on the time zone of the reader.
 */
export function timeOf(value: unknown): number {
  return typeof value === "string" && isoTime.test(value) ? Date.parse(value) : Number.NaN;
}
