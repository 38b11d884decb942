import { isLongerThan } from "../../../text/text-length.ts";
import { featureKeyLengthMax } from "../../../toggles/feature-key.ts";
import { added, type Counts } from "../../messages/counts.ts";
import type { Metric } from "./metric.ts";
import { minuteOfSeconds, type Window } from "./retention-windows.ts";

export interface BucketTally extends Counts {
  /** How many metrics went into it. */
  metricCount: number;
}

type KeyTallies = Map<string, BucketTally>;

/**
 * The sum of many submissions by environment, minute and key: a commit then keeps one row for each
 * of these, however many metrics there were. Pure: it knows no clock and no storage.
 */
export class Aggregate {
  readonly #environments = new Map<number, Map<number, KeyTallies>>();
  #bucketCount = 0;
  #keyTooLong = 0;
  #timeOutOfRange = 0;

  /** How many sums there are: the memory it takes. */
  get bucketCount(): number {
    return this.#bucketCount;
  }

  /** Metrics that were dropped for their key's length, which can be no feature's. */
  get keyTooLong(): number {
    return this.#keyTooLong;
  }

  /** Metrics that were dropped for their time. */
  get timeOutOfRange(): number {
    return this.#timeOutOfRange;
  }

  /** By environment, then minute, then key. */
  get environments(): ReadonlyMap<number, ReadonlyMap<number, ReadonlyMap<string, BucketTally>>> {
    return this.#environments;
  }

  add(environmentId: number, metrics: readonly Metric[], window: Window): void {
    const minutes = entryOf(this.#environments, environmentId);
    // Most metrics of a submission are of one minute.
    let minute = Number.NaN;
    let tallies: KeyTallies = new Map();
    for (const metric of metrics) {
      if (metric.time < window.oldestSeconds || metric.time > window.newestSeconds) {
        this.#timeOutOfRange++;
        continue;
      }
      const itsMinute = minuteOfSeconds(metric.time);
      if (itsMinute !== minute) {
        minute = itsMinute;
        tallies = entryOf(minutes, minute);
      }
      this.#count(tallies, metric);
    }
  }

  #count(tallies: KeyTallies, { key, result, value }: Metric): void {
    let tally = tallies.get(key);
    if (tally === undefined) {
      if (isLongerThan(key, featureKeyLengthMax)) {
        this.#keyTooLong++;
        return;
      }
      tally = { enabled: 0, disabled: 0, metricCount: 0 };
      tallies.set(key, tally);
      this.#bucketCount++;
    }
    tally.metricCount++;
    if (result) {
      tally.enabled = added(tally.enabled, value);
    } else {
      tally.disabled = added(tally.disabled, value);
    }
  }
}

function entryOf<Key, InnerKey, Value>(
  maps: Map<Key, Map<InnerKey, Value>>,
  key: Key,
): Map<InnerKey, Value> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}
