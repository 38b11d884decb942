import { quote } from "../text/quote.ts";
import { roundedPercentage } from "./percentage.ts";

export type PercentageGate = "percentage_of_actors" | "percentage_of_time";

/** A percentage with decimals that a client sent, and the integer that replaced it. */
export interface RoundedPercentage {
  readonly feature: string;
  readonly gate: PercentageGate;
  readonly given: string;
  readonly percentage: number;
}

/** How many percentages a list names. */
export const namedPercentagesMax = 20;
const givenLengthMax = 40;

/** The percentages that were rounded in one request: how many, and the first 20. */
export class RoundedPercentages {
  readonly #first: RoundedPercentage[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * The integer for a percentage with decimals, which is recorded. Any other value is unchanged,
   * also one that is no percentage.
   */
  round(feature: string, gate: PercentageGate, value: unknown): unknown {
    const percentage = roundedPercentage(value);
    if (percentage === undefined) {
      return value;
    }
    this.#count++;
    if (this.#first.length < namedPercentagesMax) {
      this.#first.push({
        feature,
        gate,
        given: String(value).slice(0, givenLengthMax),
        percentage,
      });
    }
    return percentage;
  }

  /** Names the first 20, and says how many more there are: `"a" percentage_of_actors 12.5 to 13`. */
  toString(): string {
    const named = this.#first.map(
      ({ feature, gate, given, percentage }) =>
        `${quote(feature)} ${gate} ${given} to ${percentage}`,
    );
    const more = this.#count - named.length;
    return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
  }
}

/** Called with the rounded percentages of a request. Without it, decimals are refused. */
export type OnPercentagesRounded = (rounded: RoundedPercentages) => void;

/** The value for one gate: rounded by `RoundedPercentages.round`, if decimals are rounded at all. */
export function roundedValue(
  feature: string,
  gate: PercentageGate,
  value: unknown,
  onRounded: OnPercentagesRounded | undefined,
): unknown {
  if (onRounded === undefined) {
    return value;
  }
  const rounded = new RoundedPercentages();
  const whole = rounded.round(feature, gate, value);
  if (rounded.count > 0) {
    onRounded(rounded);
  }
  return whole;
}
