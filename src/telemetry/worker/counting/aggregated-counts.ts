import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { isLongerThan } from "../../../core/text/text-length.ts";
import { cappedSum } from "../../messages/counts.ts";
import type { BucketCounts, MetricKey, Metrics } from "./metrics.ts";
import { type AcceptanceWindow, minuteOfSeconds } from "./retention-windows.ts";

type CountsByKey = Map<string, BucketCounts>;

let lastMinuteNumber = 0;

/**
 * The counts of many submissions, summed by environment, minute and key: a commit stores one entry
 * for each sum, not one for each metric.
 */
export class AggregatedCounts {
  readonly #environments = new Map<number, Map<number, CountsByKey>>();
  /** Each minute of each environment in each batch has its own number. */
  readonly #minuteNumbers = new Map<CountsByKey, number>();
  #bucketCount = 0;
  #keyTooLong = 0;
  #timeOutOfRange = 0;

  /** The number of sums; the used memory is proportional to it. */
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

  /** The minutes of all metrics in their window, also of metrics that are not stored. */
  *minutes(): Generator<number, void, void> {
    for (const minutes of this.#environments.values()) {
      yield* minutes.keys();
    }
  }

  add(environmentId: number, metrics: Metrics, window: AcceptanceWindow): void {
    const minutes = innerMap(this.#environments, environmentId);
    const { count, keys, times, results, values } = metrics;
    // Most metrics of a submission have the same time, so its map is looked up once.
    let lastTime = Number.NaN;
    let countsByKey: CountsByKey = new Map();
    let minuteNumber = 0;
    for (let index = 0; index < count; index++) {
      const key = keys[index];
      const time = times[index] ?? 0;
      if (key === undefined || time < window.oldestSeconds || time > window.newestSeconds) {
        this.#timeOutOfRange++;
        continue;
      }
      if (time !== lastTime) {
        lastTime = time;
        countsByKey = innerMap(minutes, minuteOfSeconds(time));
        minuteNumber = this.#numberOf(countsByKey);
      }
      if (key.minuteNumber !== minuteNumber) {
        key.counts = this.#countsOf(countsByKey, key);
        key.minuteNumber = minuteNumber;
      }
      const { counts } = key;
      if (counts === undefined) {
        this.#keyTooLong++;
        continue;
      }
      const value = values[index] ?? 0;
      counts.metricCount++;
      if (results[index] === true) {
        counts.enabled = cappedSum(counts.enabled, value);
      } else {
        counts.disabled = cappedSum(counts.disabled, value);
      }
    }
  }

  #numberOf(countsByKey: CountsByKey): number {
    let number = this.#minuteNumbers.get(countsByKey);
    if (number === undefined) {
      lastMinuteNumber++;
      number = lastMinuteNumber;
      this.#minuteNumbers.set(countsByKey, number);
    }
    return number;
  }

  /** Undefined for a key that is too long. */
  #countsOf(countsByKey: CountsByKey, { text }: MetricKey): BucketCounts | undefined {
    let counts = countsByKey.get(text);
    if (counts === undefined && !isLongerThan(text, featureKeyLengthMax)) {
      counts = { enabled: 0, disabled: 0, metricCount: 0 };
      countsByKey.set(text, counts);
      this.#bucketCount++;
    }
    return counts;
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
