import { cappedSum } from "../messages/counts.ts";
import type { KeyCountsAnswer, UnknownKeysAnswer } from "../messages/key-counts.ts";
import type { CountsCall, UnknownKeysCall } from "../messages/messages.ts";
import type { Catalog } from "./counting/catalog.ts";
import {
  type KeyCounts,
  type TelemetryStore,
  unknownKeysPerEnvironmentMax,
} from "./port/telemetry-store.ts";

/** Reads counts of keys for pages; their answers are JSON text. */
export class KeyCountsReader {
  readonly #store: TelemetryStore;
  readonly #catalog: Catalog;

  constructor(store: TelemetryStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
  }

  /** A list of `KeyCountsAnswer`: of each key, or with `isSummed` of all keys together. */
  async counts({ environmentId, keys, series, isSummed }: CountsCall): Promise<string> {
    const answers = await this.#answers(environmentId, keys, series);
    return JSON.stringify(isSummed ? [sumOf(answers)] : answers);
  }

  /** An `UnknownKeysAnswer`. */
  async unknownKeys({ environmentId, series }: UnknownKeysCall): Promise<string> {
    const stored = await this.#store.unknownKeys(environmentId);
    const keys = stored.filter(
      // A new feature has its counts from the next submission on.
      (key) => this.#catalog.featureId(environmentId, key) === undefined,
    );
    const answers = await this.#answers(environmentId, keys, series);
    const answer: UnknownKeysAnswer = {
      keys: answers.map((counts, index) => ({ key: keys[index] ?? "", ...counts })),
      isFull: keys.length >= unknownKeysPerEnvironmentMax,
    };
    return JSON.stringify(answer);
  }

  async #answers(
    environmentId: number,
    keys: readonly string[],
    series: CountsCall["series"],
  ): Promise<readonly KeyCountsAnswer[]> {
    const counts = await this.#store.readCounts(environmentId, keys, series);
    const last = await this.#store.readLast(environmentId, keys);
    return keys.map((_, index) => ({
      last: last[index] ?? null,
      buckets: bucketsOf(counts[index]),
    }));
  }
}

/** The buckets with evaluations. */
function bucketsOf(counts: KeyCounts | undefined): KeyCountsAnswer["buckets"] {
  return Array.from(counts?.enabled ?? [], (enabled, index) => {
    const disabled = counts?.disabled[index] ?? 0;
    return [index, enabled, disabled] as const;
  }).filter(([, enabled, disabled]) => enabled + disabled > 0);
}

function sumOf(answers: readonly KeyCountsAnswer[]): KeyCountsAnswer {
  const sums = new Map<number, readonly [number, number]>();
  let newest: number | null = null;
  for (const { last, buckets } of answers) {
    newest = last === null ? newest : Math.max(newest ?? last, last);
    for (const [index, enabled, disabled] of buckets) {
      const [sumEnabled, sumDisabled] = sums.get(index) ?? [0, 0];
      sums.set(index, [cappedSum(sumEnabled, enabled), cappedSum(sumDisabled, disabled)]);
    }
  }
  return { last: newest, buckets: [...sums].map(([index, counts]) => [index, ...counts] as const) };
}
