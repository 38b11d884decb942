import { expect } from "bun:test";
import type { SummaryModel } from "../../src/api/flipper/telemetry/telemetry-model.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import type { TelemetryOptions } from "../../src/telemetry/telemetry-options.ts";
import { ExpectedCounts, type ExpectedSummary } from "./expected-counts.ts";
import { type SubmittedMetric, submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { environment, feature, featureChanges, production, stateWith } from "./telemetry-state.ts";

const retentionDays = 3;
const startMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const repeatMs = 3_600_000;

/** The environments of a test: Production and one that is deleted and replaced. */
export type EnvironmentName = "production" | "custom";

export const comparedKeys = ["search", "stats", "__proto__", "never a feature"];

/** Telemetry and the counts expected of it; every step is applied to both. */
export class ComparedTelemetry {
  readonly #options: Partial<TelemetryOptions>;
  readonly #expected = new ExpectedCounts(retentionDays);
  readonly #features = new Map<string, number>();
  #state: State = stateWith({ retentionDays, customEnvironments: [production + 1] });
  #custom = production + 1;
  #lastFeatureId = 0;
  #nowMs = startMs;
  #api: TelemetryApi | undefined;
  #last: { requestId: string; at: number; metrics: readonly SubmittedMetric[] } | undefined;

  constructor(options: Partial<TelemetryOptions>) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#api = await TelemetryApi.start({
      state: this.#state,
      now: () => this.#nowMs,
      telemetry: this.#options,
    });
  }

  async stop(): Promise<void> {
    await this.#started[Symbol.asyncDispose]();
  }

  /** `offset` is in seconds from now. */
  async submit(
    target: EnvironmentName,
    metrics: readonly (Omit<SubmittedMetric, "time"> & { readonly offset: number })[],
  ): Promise<void> {
    const timed = metrics.map(({ offset, ...metric }) => ({
      ...metric,
      time: this.#nowSeconds + offset,
    }));
    this.#last = { requestId: crypto.randomUUID(), at: this.#nowMs, metrics: timed };
    await this.#send(this.#idOf(target));
  }

  /** Repeats the last submission if its request id must still be remembered. */
  async repeat(target: EnvironmentName): Promise<void> {
    if (this.#last !== undefined && this.#nowMs - this.#last.at < repeatMs) {
      await this.#send(this.#idOf(target));
    }
  }

  wait(hours: number): void {
    this.#nowMs += Math.round(hours * 3_600_000);
  }

  runHousekeeping(): Promise<void> {
    return this.#started.telemetry.runHousekeeping();
  }

  toggleFeature(key: string): void {
    const id = this.#features.get(key);
    if (id === undefined) {
      this.#lastFeatureId++;
      this.#features.set(key, this.#lastFeatureId);
      this.#commit(...featureChanges(this.#lastFeatureId, key));
    } else {
      this.#features.delete(key);
      this.#expected.removeKey(key);
      this.#commit({ kind: "feature.removed", feature: feature(id, key) });
    }
  }

  replaceEnvironment(): void {
    this.#expected.removeEnvironment(this.#custom);
    this.#commit({ kind: "environment.deleted", environmentId: this.#custom });
    this.#custom++;
    this.#commit({ kind: "environment.created", environment: environment(this.#custom) });
  }

  /** Compares the summaries of all features in all environments, over each number of days. */
  async compare(): Promise<void> {
    for (const environmentId of [production, this.#custom]) {
      for (let days = 1; days <= retentionDays; days++) {
        const summary = await this.#started.summary(`?days=${days}`, environmentId);
        const found = Object.fromEntries(
          summary.features.map((shown) => [shown.key, countsOf(shown)]),
        );
        const expected = Object.fromEntries(
          [...this.#features.keys()].map((key) => [
            key,
            this.#expected.summary(environmentId, key, days, this.#nowSeconds),
          ]),
        );
        expect(found).toEqual(expected);
      }
    }
  }

  async #send(environmentId: number): Promise<void> {
    if (this.#last !== undefined) {
      const { requestId, metrics } = this.#last;
      this.#expected.submit(environmentId, requestId, metrics, this.#nowSeconds);
      await this.#started.accepted(submissionOf(metrics, requestId), environmentId);
    }
  }

  #commit(...changes: readonly Change[]): void {
    this.#state = changes.reduce(applyChange, this.#state);
    this.#started.commit(...changes);
  }

  #idOf(target: EnvironmentName): number {
    return target === "production" ? production : this.#custom;
  }

  get #nowSeconds(): number {
    return Math.floor(this.#nowMs / 1_000);
  }

  get #started(): TelemetryApi {
    if (this.#api === undefined) {
      throw new Error("telemetry has not been started");
    }
    return this.#api;
  }
}

function countsOf({ summary, time_series }: SummaryModel["features"][number]): ExpectedSummary {
  return {
    enabled: summary.enabled,
    disabled: summary.disabled,
    series: time_series.map(({ enabled, disabled }) => [enabled, disabled] as const),
  };
}
