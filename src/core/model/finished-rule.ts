import { dayMs } from "../time-units.ts";
import { type Longevity, longevities } from "./feature.ts";

/** The longevities of features that may look finished; `unset` for features without one. */
export const finishedLongevities = [...longevities, "unset"] as const;
export type FinishedLongevity = (typeof finishedLongevities)[number];

/** When a feature of a project looks finished, so that the code can drop it. */
export interface FinishedRule {
  /** The days for which the feature has been on or off for everyone. */
  readonly finishedAfterDays: number;
  readonly finishedLongevities: readonly FinishedLongevity[];
}

export const finishedAfterDaysBounds = { minimum: 1, maximum: 3_650 } as const;

export const finishedRuleDefault: FinishedRule = {
  finishedAfterDays: 30,
  finishedLongevities: ["temporary"],
};

/** Whether a feature that is on or off for everyone has been so for long enough; times are in ms. */
export function looksFinished(
  { finishedAfterDays, finishedLongevities: included }: FinishedRule,
  longevity: Longevity | null,
  changedAt: number | null,
  now: number,
): boolean {
  return (
    changedAt !== null &&
    included.includes(longevity ?? "unset") &&
    now - changedAt >= finishedAfterDays * dayMs
  );
}
