import { fill } from "../texts/fill.ts";
import { rolloutSideTexts } from "../texts/rollout-side-texts.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import type { SeenByGuard } from "./shown-rollout.ts";

const { guard: words } = rolloutsTexts;
const { plan } = rolloutSideTexts;
type Guard = SeenByGuard["guard"];
export type Arm = Pick<SeenByGuard["enabled"], "total" | "bad">;

const hundred = 100;
/** It grows without a limit. */
const evidenceShownMax = 1_000;
const rates = new Intl.NumberFormat(navigator.language, {
  style: "percent",
  maximumFractionDigits: 2,
  minimumFractionDigits: 2,
});
const points = new Intl.NumberFormat(navigator.language, {
  maximumFractionDigits: 2,
  signDisplay: "exceptZero",
});
const plain = new Intl.NumberFormat(navigator.language, { maximumSignificantDigits: 3 });

function rateOf({ total, bad }: Arm): number | null {
  return total === 0 ? null : bad / total;
}

/** "0.42%"; a dash without outcomes. */
export function rateWords(rate: number | null): string {
  return rate === null ? words.noRate : rates.format(rate);
}

/** "+0.03 points"; a dash if a side has no outcomes. */
export function differenceWords(enabled: Arm, disabled: Arm): string {
  const [with_, without] = [rateOf(enabled), rateOf(disabled)];
  return with_ === null || without === null
    ? words.noRate
    : fill(words.points, { points: points.format((with_ - without) * hundred) });
}

/** The highest tolerated rate with the feature; null without outcomes of the other side. */
export function toleratedRate({ tolerate }: Guard, disabled: Arm): number | null {
  const rate = rateOf(disabled);
  return rate === null ? null : Math.min(1, rate * (1 + tolerate.relative) + tolerate.absolute);
}

function toleranceWords({ relative, absolute }: Guard["tolerate"]): string {
  const { none, relative: more, absolute: added, both } = words.tolerance;
  const text = relative > 0 ? (absolute > 0 ? both : more) : absolute > 0 ? added : none;
  return text
    .replace("{percent}", () => plain.format(relative * hundred))
    .replace("{points}", () => plain.format(absolute * hundred));
}

/** A guard of a plan, in a sentence. */
export function guardSentence({
  name,
  tolerate,
  action,
}: Pick<Guard, "name" | "tolerate" | "action">): string {
  return fill(words.sentence, {
    name,
    tolerance: toleranceWords(tolerate),
    action: words.actions[action],
  });
}

/** What a guard tolerates, in words. */
export function guardFacts({ tolerate, confidence, bad }: Guard): string {
  const text = fill(plan.tolerates, {
    tolerance: toleranceWords(tolerate),
    confidence: plain.format(confidence * hundred),
  });
  return bad === "errors" ? text : `${text}; ${plan.rest}`;
}

export function evidenceWords({ guard, evidence, limit }: Omit<SeenByGuard, "points">): string {
  return fill(words.evidence, {
    tolerance: toleranceWords(guard.tolerate),
    limit: plain.format(limit),
    evidence:
      evidence > evidenceShownMax
        ? fill(words.evidenceOver, { evidence: evidenceShownMax })
        : plain.format(evidence),
  });
}

/** Rates of equal steps of time, for the lines of a chart; null where nothing arrived. */
interface RateLines {
  /** Milliseconds since the epoch, of the first step. */
  readonly start: number;
  readonly stepSeconds: number;
  readonly enabled: readonly (number | null)[];
  readonly disabled: readonly (number | null)[];
}

const stepMs = 1_200_000;
const dayMs = 86_400_000;

/** The rates of the last 24 hours in steps of 20 minutes: those of five minutes are mostly noise. */
export function rateLines(points: SeenByGuard["points"], now: number): RateLines {
  const count = dayMs / stepMs;
  const start = (Math.floor(now / stepMs) + 1) * stepMs - dayMs;
  const sums = Array.from({ length: count }, () => ({
    enabled: { total: 0, bad: 0 },
    disabled: { total: 0, bad: 0 },
  }));
  for (const { at, enabled, disabled } of points) {
    const sum = sums[Math.floor((at - start) / stepMs)];
    if (sum !== undefined) {
      sum.enabled = added(sum.enabled, enabled);
      sum.disabled = added(sum.disabled, disabled);
    }
  }
  return {
    start,
    stepSeconds: stepMs / 1_000,
    enabled: sums.map(({ enabled }) => rateOf(enabled)),
    disabled: sums.map(({ disabled }) => rateOf(disabled)),
  };
}

function added(left: Arm, right: Arm): Arm {
  return { total: left.total + right.total, bad: left.bad + right.bad };
}

/** A line with gaps; `max` is at the top and 0 at the bottom. */
export function lineWithGaps(
  values: readonly (number | null)[],
  max: number,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const step = width / Math.max(values.length - 1, 1);
  let isDown = false;
  let path = "";
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      const x = Math.round(index * step * 10) / 10;
      const y = Math.round((1 - value / max) * height * 10) / 10;
      // A single value is a dot: a line of no length with round ends.
      path += isDown ? `L${x} ${y}` : `M${x} ${y}h0`;
    }
    isDown = value !== null;
  }
  return path;
}
