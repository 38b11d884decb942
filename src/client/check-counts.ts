import { minuteMs } from "../core/time-units.ts";

/** In UTF-16 units of at most three bytes, so that every submission passes the server's limits. */
const batchLengthMax = 80_000;
const minutesMax = 20;
/** The maximum number of pairs of feature and result, over all minutes. */
const countsMax = 20_000;
/** In UTF-16 units; the server drops longer keys, and refuses empty and invalid ones. */
const keyLengthMax = 255;

/** Counts evaluations per minute (docs/api.md#telemetry-submission). */
export interface CheckCounts {
  /** A no-op beyond the limits, and for a key that no server accepts. */
  add(feature: string, enabled: boolean): void;
  /**
   * Removes the counts of the first minute, and returns them as items of a JSON array; empty without
   * counts.
   */
  take(): string;
}

export function createCheckCounts(now: () => number): CheckCounts {
  /** By minute since the epoch: how often each feature was disabled, and enabled. */
  const minutes = new Map<number, readonly [Map<string, number>, Map<string, number>]>();
  let size = 0;
  return {
    add(feature, enabled) {
      const minute = Math.floor(now() / minuteMs);
      const counts = minutes.get(minute) ?? [new Map(), new Map()];
      const ofResult = counts[enabled ? 1 : 0];
      const count = ofResult.get(feature) ?? 0;
      if (count === 0) {
        const isFull = size === countsMax || (minutes.size === minutesMax && !minutes.has(minute));
        if (isFull || !isCountable(feature)) {
          return;
        }
        size += 1;
        minutes.set(minute, counts);
      }
      ofResult.set(feature, count + 1);
    },
    take() {
      let items = "";
      for (const [minute, counts] of minutes) {
        for (const [index, ofResult] of counts.entries()) {
          for (const [key, value] of ofResult) {
            if (items.length > batchLengthMax) {
              return items;
            }
            const item = { key, time: minute * 60, result: index === 1, value };
            items += `${items && ","}${JSON.stringify(item)}`;
            ofResult.delete(key);
            size -= 1;
          }
        }
        minutes.delete(minute);
        if (items !== "") {
          return items;
        }
      }
      return items;
    },
  };
}

function isCountable(feature: string): boolean {
  return feature !== "" && feature.length <= keyLengthMax && feature.isWellFormed();
}
