import type { CheckInputs } from "../../core/evaluation/actor-check.ts";
import type { PastMoment } from "./past-moment.ts";

/** The highest number that is drawn: only a percentage of 100 matches. */
const highestDraw = 1 - 2 ** -32;

/**
 * The inputs of a check at an earlier moment. Nobody knows what was drawn then, so all draws are
 * equal: what depends on them is answered as chance.
 */
export function pastInputs(inputs: CheckInputs, { time }: PastMoment): CheckInputs {
  return { ...inputs, now: () => time, random: () => highestDraw };
}
