import { Random } from "../fuzz/random.ts";

/** What happens at a time of a run: a command, or a fault that ends after a while. */
export interface Step<Kind extends string = string> {
  readonly atMs: number;
  readonly kind: Kind;
  /** Which of the processes it concerns. */
  readonly node: number;
  /** How long a fault lasts. */
  readonly forMs: number;
  /** A size, whose unit depends on the kind. */
  readonly amount: number;
}

/** A run that can be repeated exactly. */
export interface Schedule {
  /** Decides everything that the steps leave open, such as delays. */
  readonly seed: number;
  readonly world: string;
  readonly steps: readonly Step[];
}

export interface ScheduleForm {
  /** How often each kind of step occurs, compared with the others. */
  readonly weights: Readonly<Record<string, number>>;
  readonly nodeCount: number;
  readonly stepsMax: number;
  /** The longest time between two steps. */
  readonly pauseMsMax: number;
}

const faultMsMax = [50, 2_000, 12_000, 60_000] as const;

export function newSchedule(seed: number, world: string, form: ScheduleForm): Schedule {
  const random = new Random(seed ^ 0x5eed);
  const kinds = Object.entries(form.weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind),
  );
  const steps: Step[] = [];
  // Some runs are calm, and some have bursts of steps.
  const pauseMs = 1 + random.below(form.pauseMsMax);
  let atMs = 500;
  for (let left = 20 + random.below(form.stepsMax); left > 0; left--) {
    atMs += random.below(10) < 7 ? random.below(20) : random.below(pauseMs);
    steps.push({
      atMs,
      kind: random.pick(kinds),
      node: random.below(form.nodeCount),
      forMs: 1 + random.below(random.pick(faultMsMax)),
      amount: random.below(1_000_000),
    });
  }
  return { seed, world, steps };
}

/** Removes steps as long as the schedule still fails, within a number of attempts. */
export async function shortest(
  schedule: Schedule,
  isFailing: (tried: Schedule) => Promise<boolean>,
  attemptsMax = 300,
): Promise<Schedule> {
  let { steps } = schedule;
  let attempts = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let first = 0; first < steps.length && attempts < attemptsMax; ) {
      const fewer = steps.toSpliced(first, size);
      attempts++;
      if (await isFailing({ ...schedule, steps: fewer })) {
        steps = fewer;
      } else {
        first += size;
      }
    }
  }
  return { ...schedule, steps };
}
