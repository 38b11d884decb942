import type { RolloutRow } from "../../api/admin/contract/rollout-models.ts";
import type {
  RolloutChange,
  SentGuard,
  SentPlan,
  SentStep,
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
  /** What the sheet does not offer. */
  readonly rest: Pick<SentStep, "sample" | "approval">;
}

export interface TypedGuard {
  readonly id: number;
  readonly name: string;
  readonly tolerance: string;
  readonly kind: "relative" | "absolute";
  readonly action: NonNullable<SentGuard["action"]>;
  /** What the sheet does not offer. */
  readonly rest: Pick<SentGuard, "bad" | "confidence">;
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
  readonly late: SentPlan["late"];
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
    rest: {},
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

export function newGuard(): TypedGuard {
  return {
    ...{ id: nextId(), name: "", tolerance: "10", kind: "relative", action: "return" },
    ...{ rest: {}, alsoTolerates: {} },
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
      ...{ id: nextId(), change, rest: { sample, approval } },
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
    ...{ id: nextId(), name, action, rest: { bad, confidence } },
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

/** What is wrong with a plan; steps are counted from 1. */
type PlanProblem =
  | { readonly kind: "percentage" | "duration"; readonly step: number }
  | { readonly kind: "name" | "tolerance"; readonly guard: number };

export function planProblems({ steps, guards }: TypedPlan): readonly PlanProblem[] {
  return [
    ...steps.flatMap((each, index): PlanProblem[] => [
      ...(each.percentage !== null && percentageOf(each.percentage) === null
        ? [{ kind: "percentage" as const, step: index + 1 }]
        : []),
      ...(secondsOf(each) === undefined || (secondsOf(each) === null && needsDuration(steps, index))
        ? [{ kind: "duration" as const, step: index + 1 }]
        : []),
    ]),
    ...guards.flatMap(({ name, tolerance }, index): PlanProblem[] => [
      ...(name.trim() === "" ? [{ kind: "name" as const, guard: index + 1 }] : []),
      ...(toleranceOf(tolerance) === null
        ? [{ kind: "tolerance" as const, guard: index + 1 }]
        : []),
    ]),
  ];
}

/** Whether nothing else keeps the rollout in a step, so that its change would not be seen. */
function needsDuration(steps: readonly TypedStep[], index: number): boolean {
  const { sample = null, approval = false } = steps[index]?.rest ?? {};
  return index < steps.length - 1 && sample === null && !approval;
}

function toleranceOf(typed: string): number | null {
  const value = Number(typed.replace(",", "."));
  return typed.trim() !== "" && value >= 0 && value <= hundred ? value : null;
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
      ...step.rest,
    })),
    guards: plan.guards.map(({ name, tolerance, kind, action, rest, alsoTolerates }) => ({
      name: name.trim(),
      tolerate: { ...alsoTolerates, [kind]: round((toleranceOf(tolerance) ?? 0) / hundred) },
      action,
      ...rest,
    })),
    ...(plan.late === undefined ? {} : { late: plan.late }),
    ...(start.kind === "now" ? {} : { start: { at: start.time, zone: start.zone } }),
  };
}

function round(value: number): number {
  return Number(value.toFixed(6));
}
