import type { RolloutGuard } from "../model/rollout.ts";
import { dispersion } from "./dispersion.ts";
import type { GuardMinute } from "./guard-minute.ts";
import { lifts, logEvidence, type MinuteCounts, toleranceOf } from "./lift-evidence.ts";
import {
  addBuckets,
  type Counts,
  countBad,
  noOutcomeBuckets,
  type OutcomeBuckets,
  sumBuckets,
} from "./outcome-buckets.ts";
import { addPast, expectedRate, initialPast } from "./past-rate.ts";

export interface BothArms<Arm> {
  readonly enabled: Arm;
  readonly disabled: Arm;
}

/** What a guard knows after some minutes: plain JSON, computed from nothing but these minutes. */
export interface GuardEvidence {
  /** The latest minute; null before the first. */
  readonly minute: number | null;
  /** How many minutes count as evidence. */
  readonly counted: number;
  /** The evidence for each lift: A of docs/rollouts.md#guards. */
  readonly evidence: readonly number[];
  /** Disabled outcomes of earlier minutes; older minutes count less. */
  readonly past: Counts;
  /** All minutes, for the dispersion between actors. */
  readonly all: BothArms<OutcomeBuckets>;
  readonly step: number | null;
  /** Minutes of this step. */
  readonly stepMinutes: number;
  /** Outcomes of this step. */
  readonly inStep: BothArms<OutcomeBuckets>;
  /** Outcomes and checks of this step, without the first minutes, for the comparison of both. */
  readonly reported: BothArms<ReportedChecks>;
  /** Of all minutes. */
  readonly everReported: ReportedChecks;
  /** Minutes and checks since the latest outcome; a minute without checks does not count. */
  readonly silent: { readonly minutes: number; readonly checks: number };
}

export interface ReportedChecks {
  readonly checks: number;
  readonly outcomes: number;
}

const noneReported: ReportedChecks = { checks: 0, outcomes: 0 };

export const noEvidence: GuardEvidence = {
  minute: null,
  counted: 0,
  evidence: lifts.map(() => 0),
  past: initialPast,
  all: { enabled: noOutcomeBuckets, disabled: noOutcomeBuckets },
  step: null,
  stepMinutes: 0,
  inStep: { enabled: noOutcomeBuckets, disabled: noOutcomeBuckets },
  reported: { enabled: noneReported, disabled: noneReported },
  everReported: noneReported,
  silent: { minutes: 0, checks: 0 },
};

/** A rate from fewer disabled outcomes is worth nothing. */
export const disabledMin = 50;
/** Enough for every limit, and far from infinity. */
const evidenceMax = 1e100;
/** In the first minutes of a step, outcomes and checks are partly those of the step before. */
const settlingMinutes = 5;

/** The evidence with one minute more. Minutes that are not after the latest one change nothing. */
export function addMinute(
  before: GuardEvidence,
  minute: GuardMinute,
  guard: Pick<RolloutGuard, "bad" | "tolerate">,
): GuardEvidence {
  if (before.minute !== null && minute.minute <= before.minute) {
    return before;
  }
  const arms = {
    enabled: countBad(minute.enabled, guard.bad),
    disabled: countBad(minute.disabled, guard.bad),
  };
  const counts = { enabled: sumBuckets(arms.enabled), disabled: sumBuckets(arms.disabled) };
  const all = addArms(before.all, arms);
  const hasBase = sumBuckets(before.all.disabled).total >= disabledMin;
  return {
    minute: minute.minute,
    ...(hasBase
      ? addEvidence(before, counts, dispersion([all.enabled, all.disabled]), guard)
      : { counted: before.counted, evidence: before.evidence }),
    past: addPast(before.past, counts.disabled),
    all,
    ...addToStep(before, minute, arms, counts),
  };
}

/** The evidence without what stops a rollout: it is collected again, with the rates seen so far. */
export function withoutAlarm(evidence: GuardEvidence): GuardEvidence {
  const { counted, stepMinutes, inStep, reported, silent } = noEvidence;
  return {
    ...evidence,
    counted,
    evidence: noEvidence.evidence,
    stepMinutes,
    inStep,
    reported,
    silent,
  };
}

/** M: what the evidence of all lifts is worth together. */
export function totalEvidence({ counted, evidence }: GuardEvidence): number {
  const sum = evidence.reduce((total, value) => total + value, 0);
  return sum / lifts.length + 1 / (counted + 1);
}

function addEvidence(
  { counted, evidence, past }: GuardEvidence,
  counts: MinuteCounts,
  phi: number,
  guard: Pick<RolloutGuard, "tolerate">,
): Pick<GuardEvidence, "counted" | "evidence"> {
  const t = counted + 1;
  const expected = expectedRate(past);
  const tolerance = toleranceOf(guard);
  return {
    counted: t,
    evidence: lifts.map((lift, index) => {
      const weight = (evidence[index] ?? 0) + 1 / (t * (t + 1));
      const log = logEvidence(counts, expected, tolerance, lift);
      return Math.min(weight * Math.exp(log / phi), evidenceMax);
    }),
  };
}

function addToStep(
  before: GuardEvidence,
  minute: GuardMinute,
  arms: BothArms<OutcomeBuckets>,
  { enabled, disabled }: MinuteCounts,
): Pick<GuardEvidence, "step" | "stepMinutes" | "inStep" | "reported" | "everReported" | "silent"> {
  const { inStep, stepMinutes, reported } = before.step === minute.step ? before : noEvidence;
  const outcomes = enabled.total + disabled.total;
  const checks = minute.enabled.checks + minute.disabled.checks;
  const isSettled = stepMinutes >= settlingMinutes;
  const { everReported, silent } = before;
  return {
    step: minute.step,
    stepMinutes: stepMinutes + 1,
    inStep: addArms(inStep, arms),
    reported: isSettled
      ? {
          enabled: addReported(reported.enabled, minute.enabled.checks, enabled.total),
          disabled: addReported(reported.disabled, minute.disabled.checks, disabled.total),
        }
      : reported,
    everReported: addReported(everReported, checks, outcomes),
    silent:
      outcomes > 0
        ? noEvidence.silent
        : { minutes: silent.minutes + (checks > 0 ? 1 : 0), checks: silent.checks + checks },
  };
}

function addReported(before: ReportedChecks, checks: number, outcomes: number): ReportedChecks {
  return { checks: before.checks + checks, outcomes: before.outcomes + outcomes };
}

function addArms(
  before: BothArms<OutcomeBuckets>,
  arms: BothArms<OutcomeBuckets>,
): BothArms<OutcomeBuckets> {
  return {
    enabled: addBuckets(before.enabled, arms.enabled),
    disabled: addBuckets(before.disabled, arms.disabled),
  };
}
