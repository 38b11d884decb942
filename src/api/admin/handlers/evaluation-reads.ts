import { ExpensiveAnswers } from "../../../app/services/expensive-answers.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { retentionDaysOf } from "../../../core/model/telemetry-retention.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { type BucketSeries, bucketSeriesAt } from "../../../telemetry/messages/bucket-series.ts";
import type { KeyCountsAnswer } from "../../../telemetry/messages/key-counts.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** Keys in one message to the worker, whose answer then takes some milliseconds. */
const keysPerCall = 500;

interface PartOptions {
  /** All features unless given. */
  readonly keys?: readonly string[] | undefined;
  readonly isSummed?: boolean;
}

/** Reads counts of features from the worker of telemetry. */
export class EvaluationReads {
  readonly #deps: UiDependencies;
  readonly #ofAllFeatures = new ExpensiveAnswers();

  constructor(deps: UiDependencies) {
    this.#deps = deps;
  }

  /**
   * The caller in the environment, the retention of its telemetry, and the series of the requested
   * days.
   */
  asked(name: string, admin: AdminCaller, days: number) {
    const { services, telemetry, now } = this.#deps;
    const { state } = services.writer;
    const caller = callerInPath(state, name, admin);
    const { environment } = caller;
    const retentionDays =
      telemetry === undefined ? 0 : retentionDaysOf(state, environment.projectId);
    const series = bucketSeriesAt(now(), Math.max(1, Math.min(days, retentionDays)));
    return { caller, environment, retentionDays, series };
  }

  /**
   * Work with the counts of all features. It runs one at a time, because it also takes much of the
   * worker's time. Rejects with `unavailable` while too many wait.
   */
  ofAll<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    return this.#ofAllFeatures.run(caller, work);
  }

  /** The result of work with counts; null while telemetry is unavailable. */
  async ifAvailable<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GatehouseError && error.refusal === "unavailable") {
        return null;
      }
      throw error;
    }
  }

  /** Several sums that together are the counts of all features. Rejects as `ofAll`. */
  sums(
    caller: Caller,
    environment: Environment,
    series: BucketSeries,
  ): Promise<readonly KeyCountsAnswer[]> {
    return this.ofAll(caller, async () => {
      const sums: KeyCountsAnswer[] = [];
      for await (const { counts } of this.parts(environment, series, { isSummed: true })) {
        sums.push(...counts);
      }
      return sums;
    });
  }

  /** The counts of all features, or of some, in parts, because all days together take much memory. */
  async *parts(
    environment: Environment,
    series: BucketSeries,
    { keys: some, isSummed = false }: PartOptions = {},
  ) {
    const all = some ?? (await inSlices(this.#keys(environment)));
    for (let at = 0; at < all.length; at += keysPerCall) {
      const keys = all.slice(at, at + keysPerCall);
      yield { keys, counts: await this.counts(environment, keys, series, isSummed) };
    }
  }

  /** The keys of all features, sorted. */
  *#keys(environment: Environment): Generator<void, readonly string[]> {
    const { snapshots, writer } = this.#deps.services;
    const keys: string[] = [];
    for (const { key } of snapshots.of(writer.state, environment).eachToggle()) {
      keys.push(key);
      yield;
    }
    return keys;
  }

  /** The counts of each key; with `isSummed`, several sums that belong together. */
  async counts(
    { id: environmentId }: Environment,
    keys: readonly string[],
    series: BucketSeries,
    isSummed = false,
  ): Promise<readonly KeyCountsAnswer[]> {
    const answers: KeyCountsAnswer[] = [];
    for (let at = 0; at < keys.length; at += keysPerCall) {
      const part = keys.slice(at, at + keysPerCall);
      const found = await this.#deps.telemetry?.counts({
        environmentId,
        keys: part,
        series,
        isSummed,
      });
      answers.push(...(found ?? []));
    }
    return answers;
  }
}
