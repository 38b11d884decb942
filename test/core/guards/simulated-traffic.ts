import { actorBucketCount, type GuardMinute } from "../../../src/core/guards/guard-minute.ts";
import { arrivals, binomial, type Random } from "./random-counts.ts";

export interface Traffic {
  /** Outcomes an hour, of both arms together. */
  readonly hourly: number;
  /** The step and the share of enabled outcomes in a minute of the run. */
  readonly at: (minute: number) => { readonly step: number; readonly share: number };
  /** How many times the usual traffic there is in a minute. */
  readonly wave?: (minute: number) => number;
  /** The rate of errors without the feature. */
  readonly base: (minute: number) => number;
  /** How many times this rate there is with the feature. */
  readonly rise: number;
  /** How many errors each failure makes: an actor retries at once. */
  readonly burst?: number;
  readonly failing?: FailingActors;
}

/** Actors who fail half of the time, whatever the feature is. */
export interface FailingActors {
  /** The share of all outcomes that are theirs. */
  readonly share: number;
  readonly actors: readonly { readonly bucket: number; readonly percentile: number }[];
}

export function failingActors(random: Random, share: number, count: number): FailingActors {
  const actors = Array.from({ length: count }, () => ({
    bucket: Math.floor(random() * actorBucketCount),
    percentile: random(),
  }));
  return { share, actors };
}

interface Arm {
  readonly checks: number;
  readonly totals: number[];
  readonly errors: number[];
}

/** One minute of traffic. */
export function simulateMinute(random: Random, traffic: Traffic, minute: number): GuardMinute {
  const { step, share } = traffic.at(minute);
  const base = traffic.base(minute);
  const outcomes = (traffic.hourly / 60) * (traffic.wave?.(minute) ?? 1);
  const { burst = 1, failing } = traffic;
  const usual = outcomes * (1 - (failing?.share ?? 0));
  const enabled = arm(
    random,
    arrivals(random, usual * share),
    Math.min(base * traffic.rise, 1),
    burst,
  );
  const disabled = arm(random, arrivals(random, usual * (1 - share)), base, burst);
  if (failing !== undefined) {
    const count = arrivals(random, outcomes * failing.share);
    for (let index = 0; index < count; index += 1) {
      const actor = failing.actors[Math.floor(random() * failing.actors.length)];
      if (actor !== undefined) {
        const { totals, errors } = actor.percentile < share ? enabled : disabled;
        totals[actor.bucket] = (totals[actor.bucket] ?? 0) + 1;
        errors[actor.bucket] = (errors[actor.bucket] ?? 0) + (random() < 0.5 ? 1 : 0);
      }
    }
  }
  return { minute, step, enabled, disabled };
}

function arm(random: Random, count: number, rate: number, burst: number): Arm {
  const totals = new Array<number>(actorBucketCount).fill(Math.floor(count / actorBucketCount));
  const first = Math.floor(random() * actorBucketCount);
  for (let index = 0; index < count % actorBucketCount; index += 1) {
    const bucket = (first + index) % actorBucketCount;
    totals[bucket] = (totals[bucket] ?? 0) + 1;
  }
  const errors = new Array<number>(actorBucketCount).fill(0);
  const failures = binomial(random, count, rate / burst);
  for (let index = 0; index < failures; index += 1) {
    addFailure(random, { totals, errors }, burst);
  }
  return { checks: count, totals, errors };
}

/** One outcome chosen among those that are no errors, with its retries. */
function addFailure(random: Random, { totals, errors }: Omit<Arm, "checks">, burst: number): void {
  const most = Math.max(...totals);
  for (;;) {
    const bucket = Math.floor(random() * actorBucketCount);
    const total = totals[bucket] ?? 0;
    const bad = errors[bucket] ?? 0;
    if (random() * most < total - bad) {
      totals[bucket] = total + burst - 1;
      errors[bucket] = bad + burst;
      return;
    }
  }
}
