export const minutesPerHour = 60;
export const minutesPerDay = 1_440;
const millisecondsPerMinute = 60_000;

/** All buckets are named by the minute since the epoch at which they start; days are UTC's. */
export function minuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsPerMinute);
}

export function floorTo(minute: number, sizeMinutes: number): number {
  return minute - (((minute % sizeMinutes) + sizeMinutes) % sizeMinutes);
}

/** ISO 8601, in UTC. */
export function timestampOf(minute: number): string {
  return new Date(minute * millisecondsPerMinute).toISOString();
}
