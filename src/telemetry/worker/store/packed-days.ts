import { bytesPerNumberMax, writeNumber } from "../counting/packed-numbers.ts";

/**
 * The counts of many days of one key, oldest first, as bytes. For each day: the days since the one
 * before it, and the enabled and disabled evaluations. Each is a base-128 number, lowest digits
 * first. 90 days with counts of thousands take 450 bytes; as rows of a table, they would take 1.5
 * KB.
 */
export type PackedDays = Uint8Array;

/** A day with the number of its evaluations; `day` is in days since the epoch. */
export interface DayCounts {
  readonly day: number;
  readonly enabled: number;
  readonly disabled: number;
}

const base = 128;
const numbersPerDay = 3;

/** `days` must be sorted, each once. */
export function packDays(days: readonly DayCounts[]): Buffer {
  const bytes = Buffer.allocUnsafe(days.length * numbersPerDay * bytesPerNumberMax);
  let at = 0;
  let before = days[0]?.day ?? 0;
  for (const { day, enabled, disabled } of days) {
    at = writeNumber(bytes, at, day - before);
    at = writeNumber(bytes, at, enabled);
    at = writeNumber(bytes, at, disabled);
    before = day;
  }
  return bytes.subarray(0, at);
}

/** Calls `see` with each day; `firstDay` is the first one. */
export function eachPackedDay(
  firstDay: number,
  bytes: PackedDays,
  see: (day: number, enabled: number, disabled: number) => void,
): void {
  let at = 0;
  const next = (): number => {
    let byte = bytes[at++] ?? 0;
    let number = byte % base;
    for (let unit = base; byte >= base; unit *= base) {
      byte = bytes[at++] ?? 0;
      number += (byte % base) * unit;
    }
    return number;
  };
  for (let day = firstDay; at < bytes.length; ) {
    day += next();
    see(day, next(), next());
  }
}

export function unpackDays(firstDay: number, bytes: PackedDays): DayCounts[] {
  const days: DayCounts[] = [];
  eachPackedDay(firstDay, bytes, (day, enabled, disabled) => days.push({ day, enabled, disabled }));
  return days;
}
