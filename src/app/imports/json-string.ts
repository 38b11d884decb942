import { expressionSizeMaxBytes } from "../../core/expressions/expression.ts";
import { importInvalid } from "./import-invalid.ts";

/**
 * The most UTF-16 units of a string that is kept. Expressions are the longest values of an import,
 * so no string in one is longer.
 */
export const keptLengthMax = expressionSizeMaxBytes;

export const quotationMark = 0x22;
const backslash = 0x5c;
const lowerU = 0x75;

/** The text of a JSON string that arrives in parts. */
export class JsonString {
  #text = "";
  /** The first half of a surrogate pair at the end of a part; empty if there is none. */
  #half = "";

  start(): void {
    this.#text = "";
  }

  /**
   * Checks a decoded part, and keeps its text if `isKept`. Throws import_invalid for unpaired
   * surrogates, which UTF-8 cannot encode, and for a kept string over 65,536 characters.
   */
  add(part: string, isKept: boolean): void {
    const whole = this.#half === "" && part.isWellFormed() ? part : this.#joinHalves(part);
    if (isKept) {
      this.#text = this.#text === "" ? whole : this.#text + whole;
      if (this.#text.length > keptLengthMax) {
        throw importInvalid(`the JSON holds a text over ${keptLengthMax} characters`);
      }
    }
  }

  /** Adds the half from the part before, and sets aside a half at the end of this part. */
  #joinHalves(part: string): string {
    const joined = this.#half + part;
    const last = joined.charCodeAt(joined.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#half = isHalf ? joined.slice(-1) : "";
    const whole = isHalf ? joined.slice(0, -1) : joined;
    if (!whole.isWellFormed()) {
      throw unpairedSurrogate();
    }
    return whole;
  }

  /** Returns the whole text after its last part; empty if it was not kept. */
  end(): string {
    if (this.#half !== "") {
      throw unpairedSurrogate();
    }
    return this.#text;
  }
}

function unpairedSurrogate() {
  return importInvalid("the JSON holds an unpaired surrogate");
}

/**
 * Returns the index of the quotation mark that ends a string. If the text has none, returns the index
 * of an incomplete escape at its end, or its length. `from` is in the string, but not in an escape.
 */
export function stringEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quotationMark || Number.isNaN(code)) {
      return at;
    }
    const length = code !== backslash ? 1 : text.charCodeAt(at + 1) === lowerU ? 6 : 2;
    if (at + length > text.length) {
      return at;
    }
    at += length;
  }
}
