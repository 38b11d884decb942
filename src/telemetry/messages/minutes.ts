export const minutesPerHour = 60;
export const minutesPerDay = 1_440;
const millisecondsPerMinute = 60_000;

/** The minute since the epoch. A bucket is identified by its first minute; days are in UTC. */
export function minuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsPerMinute);
}

/** The first minute of the bucket of `sizeMinutes` minutes that holds `minute`. */
export function floorTo(minute: number, sizeMinutes: number): number {
  return minute - (((minute % sizeMinutes) + sizeMinutes) % sizeMinutes);
}

/** ISO 8601, in UTC. */
export function timestampOf(minute: number): string {
  return new Date(minute * millisecondsPerMinute).toISOString();
}
