import { GatehouseError } from "../../core/errors.ts";
import { parsePercentage, percentageText } from "../../core/percentages/percentage.ts";
import {
  namedPercentagesMax,
  type OnPercentagesRounded,
  type PercentageGate,
  RoundedPercentages,
} from "../../core/percentages/rounded-percentages.ts";
import { quote } from "../../core/text/quote.ts";
import { importInvalid } from "./import-invalid.ts";
import type { JsonScalar } from "./json-scalars.ts";

/** A message names at most 20 refused values, each cut to this length. */
const shownLengthMax = 40;

/**
 * Reads the percentages of an import. It collects invalid ones, and refuses the import at its end.
 * People can then correct all of them at once.
 */
export class ImportedPercentages {
  readonly #rounded = new RoundedPercentages();
  readonly #onRounded: OnPercentagesRounded | undefined;
  readonly #refused: string[] = [];
  #refusedCount = 0;

  constructor(onRounded: OnPercentagesRounded | undefined) {
    this.#onRounded = onRounded;
  }

  /**
   * Returns 0 for null and for an invalid value, which `complete` reports. An empty list stands for
   * any list or object. It is refused at once with `percentage_invalid`, as its content is not read.
   * `word` is a number or literal as the import has it, such as `25.0`.
   */
  read(
    feature: string,
    gate: PercentageGate,
    value: JsonScalar | readonly never[],
    word: string,
  ): number {
    if (value === null) {
      return 0;
    }
    if (typeof value === "object") {
      throw new GatehouseError("percentage_invalid");
    }
    const given = typeof value === "string" ? value : percentageText(word);
    try {
      return parsePercentage(
        this.#onRounded === undefined ? given : this.#rounded.round(feature, gate, given),
      );
    } catch (error) {
      if (!(error instanceof GatehouseError)) {
        throw error;
      }
      this.#refusedCount++;
      if (this.#refused.length < namedPercentagesMax) {
        this.#refused.push(`feature ${quote(feature)}: ${gate} is ${shortened(given, value)}`);
      }
      return 0;
    }
  }

  /** Throws import_invalid if a percentage was invalid. Otherwise reports the rounded ones. */
  complete(): void {
    const more = this.#refusedCount - this.#refused.length;
    if (this.#refusedCount > 0) {
      throw importInvalid(
        "Percentage must be an integer from 0 to 100; " +
          [...this.#refused, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") +
          ". To round decimals, use --round-percentages of gatehouse import or gatehouse serve",
      );
    }
    if (this.#rounded.count > 0) {
      this.#onRounded?.(this.#rounded);
    }
  }
}

function shortened(given: string, value: NonNullable<JsonScalar>): string {
  const start = given.slice(0, shownLengthMax);
  return typeof value === "string" ? quote(start) : start;
}
