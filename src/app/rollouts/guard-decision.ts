import { type GuardVerdict, isHolding } from "../../core/guards/guard-verdict.ts";
import { type Counts, rateOf } from "../../core/guards/outcome-buckets.ts";
import { lazily } from "../../core/memo/lazily.ts";
import type { ActDetail } from "../../core/model/act.ts";
import type { RolloutGuard } from "../../core/model/rollout.ts";

/** What a guard makes of the minutes up to one. */
export interface GuardDecision {
  readonly guard: RolloutGuard;
  /** The latest minute that it has seen; null before the first. */
  readonly minute: number | null;
  readonly verdict: GuardVerdict;
}

/** The decision that stops the rollout, an alarm before others; undefined if it may go on. */
export function holdingDecision(decisions: readonly GuardDecision[]): GuardDecision | undefined {
  return (
    decisions.find(({ verdict }) => verdict.state === "alarm") ??
    decisions.find(({ verdict }) => isHolding(verdict.state))
  );
}

/** What a person reads of a decision that stops the rollout. */
export function decisionText({ guard, verdict: { state, counts } }: GuardDecision): string {
  switch (state) {
    case "silent":
      return "Outcomes stopped, although the feature is still checked";
    case "mismatch":
      return "Enabled and disabled checks report outcomes at different rates";
    default: {
      const bad = guard.bad === "errors" ? "errors" : "outcomes that are no errors";
      const [enabled, disabled] = [counts.enabled, counts.disabled].map(rateText);
      return `With the feature, ${enabled} are ${bad}; without it, ${disabled}`;
    }
  }
}

/** What an act keeps of a decision. */
export function decisionData({
  minute,
  verdict: { counts, evidence, limit, distance },
}: GuardDecision): Readonly<Record<string, ActDetail>> {
  return {
    minute,
    enabled: { ...counts.enabled },
    disabled: { ...counts.disabled },
    evidence: Number(evidence.toPrecision(4)),
    limit,
    distance: Number(distance.toPrecision(4)),
  };
}

/** Loading the rules of a language takes 3 ms of a start. */
const grouped = lazily(() => new Intl.NumberFormat("en-US"));

function rateText(counts: Counts): string {
  const percent = Number((100 * rateOf(counts)).toPrecision(3));
  return `${percent}% of ${grouped.get().format(counts.total)} outcomes`;
}
