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

/** So that 20 of them fit into a message. */
const shownLengthMax = 40;

/**
 * Reads the percentages of an import. All invalid ones are collected before the import is refused,
 * so that people need not correct them one by one.
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
   * Null means 0. Throws `percentage_invalid` for an empty list, which represents any list or
   * object: the rest of it is not read. `word` is the text of a number or a literal.
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
        this.#refused.push(`feature ${quote(feature)}: ${gate} is ${shown(given, value)}`);
      }
      return 0;
    }
  }

  /** Throws import_invalid if a percentage was refused; otherwise reports the rounded ones. */
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

function shown(given: string, value: NonNullable<JsonScalar>): string {
  const start = given.slice(0, shownLengthMax);
  return typeof value === "string" ? quote(start) : start;
}
