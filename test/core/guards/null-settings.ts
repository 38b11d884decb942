import type { Random } from "./random-counts.ts";
import { type Setting, testedGuard } from "./simulate.ts";
import { failingActors, type Traffic } from "./simulated-traffic.ts";

const dayMinutes = 1_440;
const ramp = [0.05, 0.25, 0.5, 0.9] as const;
const outageMinutes = 30;

/** 5, 25, 50 and 90 %, each for 6 hours. */
function rampAt(minute: number): { readonly step: number; readonly share: number } {
  const step = Math.min(Math.floor(minute / (dayMinutes / ramp.length)), ramp.length - 1);
  return { step, share: ramp[step] ?? 0 };
}

function wave(minute: number): number {
  return 1 + 0.6 * Math.sin((2 * Math.PI * minute) / dayMinutes);
}

function always(share: number): Traffic["at"] {
  return () => ({ step: 0, share });
}

function steady(hourly: number, share: number): Traffic {
  return { hourly, at: always(share), base: () => 0.01, rise: 1 };
}

/** A ramp with a daily wave of traffic and errors, and an outage of both arms at a random time. */
function rampWithOutage(random: Random, hourly: number): Traffic {
  const outageAt = Math.floor(random() * dayMinutes);
  const phase = Math.floor(random() * dayMinutes);
  return {
    hourly,
    at: rampAt,
    wave: (minute) => wave(minute + phase),
    base: (minute) =>
      minute >= outageAt && minute < outageAt + outageMinutes
        ? 0.2
        : 0.01 * (1 + 0.5 * Math.sin((2 * Math.PI * (minute + phase)) / dayMinutes)),
    rise: 1,
  };
}

/** The setting that is closest to a real rollout. */
export const mostTested = "a ramp with a daily wave and an outage";

/** Traffic whose errors do not depend on the feature. */
export const nullSettings: Readonly<Record<string, Setting>> = {
  [mostTested]: (random) => rampWithOutage(random, 10_000),
  "a ramp without them": () => ({ ...steady(10_000, 0), at: rampAt }),
  "a ramp with a daily wave and an outage, 1,000 an hour": (random) =>
    rampWithOutage(random, 1_000),
  "10,000 an hour, 50 %": () => steady(10_000, 0.5),
  "1,000 an hour, 5 %": () => steady(1_000, 0.05),
  "10,000 an hour, 5 %": () => steady(10_000, 0.05),
  "10,000 an hour, 90 %": () => steady(10_000, 0.9),
  "100 an hour, 50 %": () => steady(100, 0.5),
  "retries in bursts of 3": () => ({ ...steady(10_000, 0.5), burst: 3 }),
  "0.5 % of actors fail half of the time": failing,
};

/** 50 of 10,000 actors fail half of the time. */
export function failing(random: Random): Traffic {
  return { ...steady(10_000, 0.5), failing: failingActors(random, 0.005, 50) };
}

export const toleratedRise = {
  setting: (): Traffic => ({ ...steady(10_000, 0.5), rise: 1.1 }),
  guard: { ...testedGuard, tolerate: { relative: 0.1, absolute: 0 } },
} as const;
