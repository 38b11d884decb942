import type { RolloutGuard } from "../model/rollout.ts";
import { addMinute, type GuardEvidence, withoutAlarm } from "./guard-evidence.ts";
import type { GuardMinute } from "./guard-minute.ts";
import { isHolding, verdict } from "./guard-verdict.ts";

/** What decides about a guard: the guard, and how many guards its rollout has. */
export interface DecidingGuard {
  readonly guard: Pick<RolloutGuard, "bad" | "tolerate" | "confidence">;
  readonly guards: number;
}

/**
 * The evidence with one minute more. After a minute that stopped the rollout, a next minute means
 * that a person let it go on: what stopped it counts no longer.
 */
export function followMinute(
  before: GuardEvidence,
  minute: GuardMinute,
  { guard, guards }: DecidingGuard,
): GuardEvidence {
  const { state } = verdict(before, guard, guards);
  return addMinute(isHolding(state) ? withoutAlarm(before) : before, minute, guard);
}

/** The evidence after many minutes, as `followMinute` after each. */
export function followMinutes(
  before: GuardEvidence,
  minutes: readonly GuardMinute[],
  deciding: DecidingGuard,
): GuardEvidence {
  return minutes.reduce((evidence, minute) => followMinute(evidence, minute, deciding), before);
}
