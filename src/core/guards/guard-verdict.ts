import type { RolloutGuard } from "../model/rollout.ts";
import {
  type BothArms,
  type GuardEvidence,
  type ReportedChecks,
  totalEvidence,
} from "./guard-evidence.ts";
import { toleranceOf } from "./lift-evidence.ts";
import {
  type Counts,
  type OutcomeBuckets,
  rateOf,
  rateVariance,
  sumBuckets,
} from "./outcome-buckets.ts";

export type GuardState =
  /** No evidence of a rise beyond what is tolerated. */
  | "within"
  | "alarm"
  /** Checks go on, and no outcomes arrive. */
  | "silent"
  /** One side reports fewer outcomes for its checks. */
  | "mismatch"
  /** No outcomes yet, or none of one side. */
  | "no_data";

/** Whether the rollout may not go on. */
export function isHolding(state: GuardState): state is "alarm" | "silent" | "mismatch" {
  return state === "alarm" || state === "silent" || state === "mismatch";
}

export interface GuardVerdict {
  readonly state: GuardState;
  /** M, and the value that it must reach for an alarm. */
  readonly evidence: number;
  readonly limit: number;
  /** How many standard deviations the rates of this step are apart; at most `distanceMax`. */
  readonly distance: number;
  /** Outcomes of this step. */
  readonly counts: BothArms<Counts>;
}

export const distanceMin = 2.75;
/** Instead of infinity, where the buckets do not differ at all. */
const distanceMax = 1_000;
/** So that no few actors can stop a rollout. */
export const badBucketsMin = 4;

const silentMinutesMin = 5;
const silentChecksMin = 50;
/** So many outcomes would have been expected of the checks. */
const silentOutcomesMin = 10;

const ratioMin = 0.7;
/** How many standard deviations chance alone may explain. */
const ratioDistanceMin = 5;

/** The limit of M. Several guards share the false alarms of a rollout. */
export function evidenceLimit(
  { confidence }: Pick<RolloutGuard, "confidence">,
  guards: number,
): number {
  // 1 - 0.95 is 0.05000000000000004.
  const alpha = Math.round((1 - confidence) * 1e9) / 1e9;
  return guards / alpha;
}

/** What the evidence means for a guard of a rollout with so many guards. */
export function verdict(
  evidence: GuardEvidence,
  guard: Pick<RolloutGuard, "tolerate" | "confidence">,
  guards: number,
): GuardVerdict {
  const { inStep } = evidence;
  const seen = {
    evidence: totalEvidence(evidence),
    limit: evidenceLimit(guard, guards),
    distance: rateDistance(inStep, guard),
    counts: { enabled: sumBuckets(inStep.enabled), disabled: sumBuckets(inStep.disabled) },
  };
  const isAlarm =
    seen.evidence >= seen.limit &&
    inStep.enabled.bad.filter((bad) => bad > 0).length >= badBucketsMin &&
    seen.distance >= distanceMin;
  return { ...seen, state: isAlarm ? "alarm" : stateWithoutAlarm(evidence, seen.counts) };
}

function stateWithoutAlarm(evidence: GuardEvidence, counts: BothArms<Counts>): GuardState {
  if (isSilent(evidence)) {
    return "silent";
  }
  if (isMismatch(evidence.reported)) {
    return "mismatch";
  }
  return counts.enabled.total === 0 || counts.disabled.total === 0 ? "no_data" : "within";
}

/** z of docs/rollouts.md#guards. */
function rateDistance(
  { enabled, disabled }: BothArms<OutcomeBuckets>,
  guard: Pick<RolloutGuard, "tolerate">,
): number {
  const { ratio, absolute } = toleranceOf(guard);
  const above = rateOf(sumBuckets(enabled)) - ratio * rateOf(sumBuckets(disabled)) - absolute;
  const variance = rateVariance(enabled) + ratio ** 2 * rateVariance(disabled);
  if (above === 0) {
    return 0;
  }
  const distance = above / Math.sqrt(variance);
  return Math.min(Math.max(distance, -distanceMax), distanceMax);
}

function isSilent({ silent, everReported }: GuardEvidence): boolean {
  if (silent.minutes < silentMinutesMin || silent.checks < silentChecksMin) {
    return false;
  }
  const { checks, outcomes } = everReported;
  const before = checks - silent.checks;
  return outcomes === 0 || (silent.checks * outcomes) / before >= silentOutcomesMin;
}

/** Crashed processes report nothing: the side with the crashes then has fewer outcomes per check. */
function isMismatch({ enabled, disabled }: BothArms<ReportedChecks>): boolean {
  const checks = enabled.checks + disabled.checks;
  const outcomes = enabled.outcomes + disabled.outcomes;
  if (enabled.checks === 0 || disabled.checks === 0 || outcomes === 0) {
    return false;
  }
  const ratios = [enabled.outcomes / enabled.checks, disabled.outcomes / disabled.checks];
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const usual = outcomes / checks;
  const deviation = Math.sqrt(usual * (1 / enabled.checks + 1 / disabled.checks));
  return low < ratioMin * high && high - low >= ratioDistanceMin * deviation;
}
