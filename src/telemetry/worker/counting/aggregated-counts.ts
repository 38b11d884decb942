import { isLongerThan } from "../../../text/text-length.ts";
import { featureKeyLengthMax } from "../../../toggles/feature-key.ts";
import { cappedSum, type EvaluationCounts } from "../../messages/counts.ts";
import type { Metric } from "./metric.ts";
import { type AcceptanceWindow, minuteOfSeconds } from "./retention-windows.ts";

export interface BucketCounts extends EvaluationCounts {
  /** How many metrics were added to the bucket. */
  metricCount: number;
}

type CountsByKey = Map<string, BucketCounts>;

/**
 * The counts of many submissions, summed by environment, minute and key: a commit stores one entry
 * for each of these, not one for each metric.
 */
export class AggregatedCounts {
  readonly #environments = new Map<number, Map<number, CountsByKey>>();
  #bucketCount = 0;
  #keyTooLong = 0;
  #timeOutOfRange = 0;

  /** The number of sums, which the memory used is proportional to. */
  get bucketCount(): number {
    return this.#bucketCount;
  }

  /** Metrics dropped because their key is longer than any feature's. */
  get keyTooLong(): number {
    return this.#keyTooLong;
  }

  /** Metrics dropped because their time is outside the acceptance window. */
  get timeOutOfRange(): number {
    return this.#timeOutOfRange;
  }

  /** By environment id, then minute, then key. */
  get environments(): ReadonlyMap<number, ReadonlyMap<number, ReadonlyMap<string, BucketCounts>>> {
    return this.#environments;
  }

  /** The minutes of all metrics that were in their window, also of those that are not stored. */
  *minutes(): Generator<number, void, void> {
    for (const minutes of this.#environments.values()) {
      yield* minutes.keys();
    }
  }

  add(environmentId: number, metrics: readonly Metric[], window: AcceptanceWindow): void {
    const minutes = innerMap(this.#environments, environmentId);
    // Most metrics of a submission have the same minute, so its map is looked up once.
    let minute = Number.NaN;
    let countsByKey: CountsByKey = new Map();
    for (const metric of metrics) {
      if (metric.time < window.oldestSeconds || metric.time > window.newestSeconds) {
        this.#timeOutOfRange++;
        continue;
      }
      const metricMinute = minuteOfSeconds(metric.time);
      if (metricMinute !== minute) {
        minute = metricMinute;
        countsByKey = innerMap(minutes, minute);
      }
      this.#count(countsByKey, metric);
    }
  }

  #count(countsByKey: CountsByKey, { key, result, value }: Metric): void {
    let counts = countsByKey.get(key);
    if (counts === undefined) {
      if (isLongerThan(key, featureKeyLengthMax)) {
        this.#keyTooLong++;
        return;
      }
      counts = { enabled: 0, disabled: 0, metricCount: 0 };
      countsByKey.set(key, counts);
      this.#bucketCount++;
    }
    counts.metricCount++;
    if (result) {
      counts.enabled = cappedSum(counts.enabled, value);
    } else {
      counts.disabled = cappedSum(counts.disabled, value);
    }
  }
}

/** The map under `key`, which is added if it is missing. */
function innerMap<Key, InnerKey, Value>(
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
