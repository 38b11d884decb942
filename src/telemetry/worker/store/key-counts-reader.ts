import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { cappedSum } from "../../messages/counts.ts";
import type { KeyCountsAnswer, UnknownKeysAnswer } from "../../messages/key-counts.ts";
import type { CountsCall, UnknownKeysCall } from "../../messages/messages.ts";
import type { Catalog } from "../counting/catalog.ts";
import { type KeyCounts, prepareCountReads } from "./count-reads.ts";
import { type KeyIds, unknownKeysPerEnvironmentMax } from "./key-ids.ts";
import { prepareLastCounts } from "./last-counts.ts";
import type { PendingCounts } from "./pending-counts.ts";
import { prepareUnknownKeys } from "./unknown-keys.ts";

/** Reads counts of keys for pages; their answers are JSON text. */
export class KeyCountsReader {
  readonly #keyIds: KeyIds;
  readonly #catalog: Catalog;
  readonly #readCounts: ReturnType<typeof prepareCountReads>;
  readonly #readLast: ReturnType<typeof prepareLastCounts>;
  readonly #readUnknown: ReturnType<typeof prepareUnknownKeys>;

  constructor(database: BunSQLiteDatabase, keyIds: KeyIds, catalog: Catalog) {
    this.#keyIds = keyIds;
    this.#catalog = catalog;
    this.#readCounts = prepareCountReads(database);
    this.#readLast = prepareLastCounts(database);
    this.#readUnknown = prepareUnknownKeys(database);
  }

  /** A list of `KeyCountsAnswer`: of each key, or with `isSummed` of all keys together. */
  counts({ environmentId, keys, series, isSummed }: CountsCall, pending: PendingCounts): string {
    const ids = keys.map((key) => this.#keyIds.find(environmentId, key));
    const known = ids.filter((id) => id !== undefined);
    const counts = this.#readCounts(known, series, pending);
    const last = this.#readLast(known, pending);
    const answers = ids.map((id) => answerOf(id, counts, last));
    return JSON.stringify(isSummed ? [sumOf(answers)] : answers);
  }

  /** An `UnknownKeysAnswer`. */
  unknownKeys({ environmentId, series }: UnknownKeysCall, pending: PendingCounts): string {
    const rows = this.#readUnknown(environmentId).filter(
      // A feature that was just created has its counts from the next submission on.
      ({ key }) => this.#catalog.featureId(environmentId, key) === undefined,
    );
    const ids = rows.map(({ id }) => id);
    const counts = this.#readCounts(ids, series, pending);
    const last = this.#readLast(ids, pending);
    const answer: UnknownKeysAnswer = {
      keys: rows.map(({ id, key }) => ({ key, ...answerOf(id, counts, last) })),
      isFull: rows.length >= unknownKeysPerEnvironmentMax,
    };
    return JSON.stringify(answer);
  }
}

function answerOf(
  id: number | undefined,
  counts: ReadonlyMap<number, KeyCounts>,
  last: ReadonlyMap<number, number>,
): KeyCountsAnswer {
  if (id === undefined) {
    return { last: null, buckets: [] };
  }
  return { last: last.get(id) ?? null, buckets: bucketsOf(counts.get(id)) };
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
