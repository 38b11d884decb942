import type { RolloutRow } from "../../api/admin/contract/rollout-models.ts";
import type {
  RolloutChange,
  SentGuard,
  SentPlan,
} from "../../api/admin/contract/rollout-plan-models.ts";
import { percentageOf } from "../gates/percentage.ts";
import { localTime } from "../past/time-words.ts";

export const durationUnits = ["minute", "hour", "day"] as const;
export type DurationUnit = (typeof durationUnits)[number];
const unitSeconds = { minute: 60, hour: 3_600, day: 86_400 } as const;
const longestSeconds = 366 * unitSeconds.day;
const hundred = 100;
const dayMs = 86_400_000;
export const stepsMax = 50;
export const guardsMax = 5;

/** A step as typed; wrong input stays visible. */
export interface TypedStep {
  /** Identifies the row while others are added and removed. */
  readonly id: number;
  /** The typed percentage of actors; null for another change, which stays as it is. */
  readonly percentage: string | null;
  readonly change: RolloutChange;
  readonly count: string;
  readonly unit: DurationUnit;
  /** How many enabled checks the step waits for; empty for none. */
  readonly sample: string;
  readonly approval: boolean;
}

export interface TypedGuard {
  readonly id: number;
  readonly name: string;
  readonly tolerance: string;
  readonly kind: "relative" | "absolute";
  readonly action: NonNullable<SentGuard["action"]>;
  readonly bad: NonNullable<SentGuard["bad"]>;
  /** In percent. */
  readonly confidence: string;
  /** What the sheet does not offer. */
  readonly alsoTolerates: NonNullable<SentGuard["tolerate"]>;
}

export interface TypedStart {
  readonly kind: "now" | "at";
  /** The value of a field of the type datetime-local. */
  readonly time: string;
  readonly zone: string;
}

export interface TypedPlan {
  readonly steps: readonly TypedStep[];
  readonly guards: readonly TypedGuard[];
  readonly start: TypedStart;
  readonly late: NonNullable<SentPlan["late"]>;
}

export const ladders = {
  usual: [
    [5, "1", "day"],
    [25, "1", "day"],
    [50, "1", "day"],
    [hundred, "", "day"],
  ],
  careful: [
    [1, "1", "day"],
    [5, "2", "day"],
    [10, "2", "day"],
    [25, "2", "day"],
    [50, "2", "day"],
    [hundred, "", "day"],
  ],
  day: [
    [5, "2", "hour"],
    [25, "4", "hour"],
    [50, "12", "hour"],
    [hundred, "", "hour"],
  ],
} as const;
export type Ladder = keyof typeof ladders;

let latestId = 0;

function nextId(): number {
  latestId += 1;
  return latestId;
}

/** The steps of a usual plan above the current percentage. */
export function ladderSteps(ladder: Ladder, current: number): readonly TypedStep[] {
  return ladders[ladder]
    .filter(([percentage]) => percentage > current || percentage === hundred)
    .map(([percentage, count, unit]) => typedStep(percentage, count, unit));
}

function typedStep(percentage: number, count: string, unit: DurationUnit): TypedStep {
  return {
    id: nextId(),
    percentage: String(percentage),
    change: { kind: "percentage_of_actors", value: percentage },
    count,
    unit,
    sample: "",
    approval: false,
  };
}

/** The steps with one more before the last, halfway between its neighbours. */
export function withStep(steps: readonly TypedStep[]): readonly TypedStep[] {
  const last = steps.at(-1);
  const before = steps.at(-2);
  if (last === undefined) {
    return [typedStep(hundred, "", "day")];
  }
  const [low, high] = [percentageIn(before) ?? 0, percentageIn(last) ?? hundred];
  const middle = Math.max(1, Math.round((low + high) / 2));
  const added = typedStep(middle, before?.count || "1", before?.unit ?? last.unit);
  return [...steps.slice(0, -1), added, last];
}

function percentageIn(step: TypedStep | undefined): number | null {
  return percentageOf(step?.percentage ?? "");
}

/** In percent, as it is typed. */
export const usualConfidence = "95";
const confidenceBounds = { min: 50, max: 99.99 } as const;

export function newGuard(): TypedGuard {
  return {
    ...{ id: nextId(), name: "", tolerance: "10", kind: "relative", action: "return" },
    ...{ bad: "errors", confidence: usualConfidence, alsoTolerates: {} },
  };
}

export function typedStart(now: number): TypedStart {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { kind: "now", time: localTime(now + dayMs), zone: timeZone };
}

/** The plan of an earlier rollout, to start it again. */
export function planAgain(
  { steps, guards, late }: Pick<RolloutRow, "steps" | "guards" | "late">,
  now: number,
): TypedPlan {
  return {
    late,
    steps: steps.map(({ change, for: seconds, sample, approval }) => ({
      ...{ id: nextId(), change, approval, sample: sample === null ? "" : String(sample) },
      percentage: change.kind === "percentage_of_actors" ? String(change.value) : null,
      ...typedDuration(seconds),
    })),
    guards: guards.map(typedGuard),
    start: typedStart(now),
  };
}

function typedGuard({
  name,
  tolerate: { relative, absolute },
  action,
  bad,
  confidence,
}: RolloutRow["guards"][number]): TypedGuard {
  const isAbsolute = absolute > 0 && relative === 0;
  return {
    ...{ id: nextId(), name, action, bad, confidence: String(round(confidence * hundred)) },
    kind: isAbsolute ? "absolute" : "relative",
    tolerance: String(round((isAbsolute ? absolute : relative) * hundred)),
    alsoTolerates: isAbsolute ? { relative } : { absolute },
  };
}

function typedDuration(seconds: number | null): Pick<TypedStep, "count" | "unit"> {
  const unit = durationUnits.findLast((each) => (seconds ?? 1) % unitSeconds[each] === 0);
  return seconds === null
    ? { count: "", unit: "day" }
    : { count: String(seconds / unitSeconds[unit ?? "minute"]), unit: unit ?? "minute" };
}

/** The seconds of a step; null for none, undefined for wrong input. */
export function secondsOf({ count, unit }: TypedStep): number | null | undefined {
  if (count.trim() === "") {
    return null;
  }
  const seconds = Math.round(Number(count) * unitSeconds[unit]);
  return seconds >= 1 && seconds <= longestSeconds ? seconds : undefined;
}

export type StepProblem = "percentage" | "duration" | "sample";
type GuardProblem = "name" | "tolerance" | "confidence";

/** What is wrong with a plan; steps and guards are counted from 1. */
type PlanProblem =
  | { readonly kind: StepProblem; readonly step: number }
  | { readonly kind: GuardProblem; readonly guard: number };

export function planProblems({ steps, guards }: TypedPlan): readonly PlanProblem[] {
  return [
    ...steps.flatMap((each, index) =>
      problemsOfStep(each, index === steps.length - 1).map((kind) => ({ kind, step: index + 1 })),
    ),
    ...guards.flatMap((each, index) =>
      problemsOfGuard(each).map((kind) => ({ kind, guard: index + 1 })),
    ),
  ];
}

function problemsOfStep(step: TypedStep, isLast: boolean): readonly StepProblem[] {
  const { percentage, sample, approval } = step;
  const seconds = secondsOf(step);
  // Something must keep the rollout in a step: otherwise its change would not be seen.
  const needsDuration = !isLast && sample.trim() === "" && !approval;
  return [
    ...(percentage !== null && percentageOf(percentage) === null ? ["percentage" as const] : []),
    ...(seconds === undefined || (seconds === null && needsDuration) ? ["duration" as const] : []),
    ...(sampleOf(step) === undefined ? ["sample" as const] : []),
  ];
}

export function problemsOfGuard({
  name,
  tolerance,
  confidence,
}: TypedGuard): readonly GuardProblem[] {
  return [
    ...(name.trim() === "" ? ["name" as const] : []),
    ...(numberIn(tolerance, 0, hundred) === null ? ["tolerance" as const] : []),
    ...(confidenceOf(confidence) === null ? ["confidence" as const] : []),
  ];
}

const wholeNumber = /^\d{1,15}$/;

/** The checks that a step waits for; null for none, undefined for wrong input. */
function sampleOf({ sample }: TypedStep): number | null | undefined {
  return sample.trim() === ""
    ? null
    : wholeNumber.test(sample.trim()) && Number(sample) > 0
      ? Number(sample)
      : undefined;
}

/** In percent; null for wrong input. */
export function confidenceOf(typed: string): number | null {
  return numberIn(typed, confidenceBounds.min, confidenceBounds.max);
}

function numberIn(typed: string, min: number, max: number): number | null {
  const value = Number(typed.replace(",", "."));
  return typed.trim() !== "" && value >= min && value <= max ? value : null;
}

/** The plan as it is sent; null if something is wrong. */
export function sentPlan(plan: TypedPlan): SentPlan | null {
  if (planProblems(plan).length > 0 || plan.steps.length === 0) {
    return null;
  }
  const { start } = plan;
  return {
    steps: plan.steps.map((step) => ({
      change:
        step.percentage === null
          ? step.change
          : { kind: "percentage_of_actors", value: percentageIn(step) ?? 0 },
      for: secondsOf(step) ?? null,
      sample: sampleOf(step) ?? null,
      approval: step.approval,
    })),
    guards: plan.guards.map(
      ({ name, tolerance, kind, action, bad, confidence, alsoTolerates }) => ({
        ...{ name: name.trim(), action, bad },
        tolerate: { ...alsoTolerates, [kind]: share(numberIn(tolerance, 0, hundred)) },
        confidence: share(confidenceOf(confidence)),
      }),
    ),
    late: plan.late,
    ...(start.kind === "now" ? {} : { start: { at: start.time, zone: start.zone } }),
  };
}

function share(percent: number | null): number {
  return round((percent ?? 0) / hundred);
}

function round(value: number): number {
  return Number(value.toFixed(6));
}
