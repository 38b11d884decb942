import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle } from "../../core/model/state-lookups.ts";
import { dayMs, hourMs } from "../../core/time-units.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { demoDays, demoFeatures } from "./demo-history.ts";

interface Metric {
  readonly key: string;
  /** In seconds, as clients send it. */
  readonly time: number;
  readonly result: boolean;
  readonly value: number;
}

const submitMsMax = 10_000;
const msPerSecond = 1_000;
const hoursPerDay = 24;
const weekend = [2, 3];
/** A mistake that an application makes, so that the page of unknown keys has one. */
const misspelt = { key: "serch_v2", hourly: 140, rate: 0 };
/** The part of the evaluations of Production that other environments have. */
const otherPart = 0.04;

/**
 * A month of evaluations of each environment, with nights and weekends. The counts of past days are
 * submitted as one count a day, as the telemetry stores them.
 */
export async function addDemoTelemetry(
  telemetry: Pick<Telemetry, "submit">,
  state: State,
  now: number,
): Promise<void> {
  await Promise.all(
    state.environments
      .valueSeq()
      .map((environment) => submit(telemetry, environment, metricsOf(state, environment, now))),
  );
}

function submit(
  telemetry: Pick<Telemetry, "submit">,
  { id: environmentId, projectId }: Environment,
  metrics: readonly Metric[],
): Promise<void> {
  const body = { request_id: crypto.randomUUID(), enabled_metrics: metrics };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return telemetry.submit({ environmentId, projectId, tokenId: 0 }, submitMsMax, async (upload) => {
    upload.reserve(bytes.length);
    return { bytes, encoding: "identity" };
  });
}

function metricsOf(state: State, environment: Environment, now: number): readonly Metric[] {
  const isProduction = environment.kind === "production";
  return [...demoFeatures, misspelt].flatMap(({ key, hourly = 0, rate = 0 }, row) => {
    const { isEnabled, createdAt } = factsOf(state, environment, key);
    const part = isProduction ? 1 : otherPart;
    const share = isProduction || !isEnabled ? rate : 1;
    return timesUntil(now)
      .filter(({ at }) => at >= Math.max(createdAt, environment.createdAt))
      .flatMap(({ at, hours }) => {
        const total = Math.round(hourly * part * hours * courseAt(at, row, hours));
        const enabled = Math.round(total * share);
        const time = Math.floor(at / msPerSecond);
        return [
          { key, time, result: true, value: enabled },
          { key, time, result: false, value: total - enabled },
        ].filter(({ value }) => value > 0);
      });
  });
}

function factsOf(state: State, environment: Environment, key: string) {
  const feature = state.features.get(environment.projectId)?.get(key);
  return {
    createdAt: feature?.createdAt ?? 0,
    isEnabled: feature !== undefined && effectiveToggle(state, environment, key).gates.boolean,
  };
}

/** Each hour since yesterday, and each day before. */
function timesUntil(now: number): readonly { readonly at: number; readonly hours: number }[] {
  const yesterday = Math.floor(now / dayMs) * dayMs - dayMs;
  const days = Array.from({ length: demoDays - 2 }, (_, index) => ({
    at: yesterday - (index + 1) * dayMs + dayMs / 2,
    hours: hoursPerDay,
  }));
  const hours = Array.from({ length: Math.floor((now - yesterday) / hourMs) }, (_, index) => ({
    at: now - (index + 1) * hourMs,
    hours: 1,
  }));
  return [...days, ...hours];
}

/** How many evaluations there are, compared with noon. */
function courseAt(at: number, row: number, hours: number): number {
  const day = Math.floor(at / dayMs);
  const dayPart = (at % dayMs) / dayMs;
  const wave = hours === 1 ? 0.55 + 0.4 * Math.sin((dayPart - 0.3) * 2 * Math.PI) : 0.55;
  const trend =
    1 + 0.18 * Math.sin(day * (row + 1)) + (at % (demoDays * dayMs)) / (9 * demoDays * dayMs);
  return wave * trend * (weekend.includes(day % 7) ? 0.55 : 1);
}
