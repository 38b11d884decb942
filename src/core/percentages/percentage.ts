import { GatehouseError } from "../errors.ts";

/** A number as JSON writes it, but without a sign, and with leading zeros allowed. */
const numeral = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
const significantDigit = /[1-9]/;
const signOfZero = /^-(?=[0.]+(?:e|$))/i;
const least = 0;
const most = 100;
const digitsMax = String(most).length;

/** A number from 0 to 100. `fraction` is empty for an integer. */
interface Percentage {
  readonly whole: number;
  /** The digits after the point. */
  readonly fraction: string;
}

/**
 * Reads an integer from 0 to 100, a JSON number or a string that holds one, in any notation: 25,
 * "25", "25.0" and "2.5e1" are 25 (docs/api.md#gate-routes). Throws `percentage_invalid` for every
 * other value: missing, blank, with decimals, null or a list.
 */
export function parsePercentage(value: unknown): number {
  const percentage = percentageOf(value);
  if (percentage === undefined || percentage.fraction !== "") {
    throw new GatehouseError("percentage_invalid");
  }
  return percentage.whole;
}

/**
 * The text of a JSON number for the functions here: they accept JSON's -0, but no text with a sign.
 */
export function percentageText(word: string): string {
  return word.replace(signOfZero, "");
}

/**
 * The nearest integer to a percentage with decimals, but neither 0 nor 100, which would mean nobody
 * or everybody: 0.2 gives 1, and 99.8 gives 99. Undefined for any other value.
 */
export function roundedPercentage(value: unknown): number | undefined {
  const percentage = percentageOf(value);
  if (percentage === undefined || percentage.fraction === "") {
    return undefined;
  }
  const nearest = percentage.whole + (percentage.fraction >= "5" ? 1 : 0);
  return Math.min(Math.max(nearest, least + 1), most - 1);
}

/**
 * Undefined if it is not a number from 0 to 100. Reads the digits themselves: as a JavaScript
 * number, "99.99999999999999999" would be 100, and "1e-400" would be 0.
 */
function percentageOf(value: unknown): Percentage | undefined {
  const isNumeral = typeof value === "string" || typeof value === "number";
  const match = isNumeral ? numeral.exec(String(value)) : null;
  if (match === null) {
    return undefined;
  }
  const [, before = "", after = "", exponent = "0"] = match;
  const digits = before + after;
  const start = digits.search(significantDigit);
  if (start === -1) {
    return { whole: 0, fraction: "" };
  }
  // Not with a regular expression, whose time would grow with the square of the number of zeros.
  let end = digits.length;
  while (digits[end - 1] === "0") {
    end--;
  }
  const point = before.length - start + Number(exponent);
  return point > digitsMax ? undefined : pointedAt(digits.slice(start, end), point);
}

/** Reads digits without zeros at their ends, with the decimal point at a position. */
function pointedAt(digits: string, point: number): Percentage | undefined {
  const whole = point > 0 ? Number(digits.slice(0, point).padEnd(point, "0")) : 0;
  const fraction = point < 0 ? "0" : digits.slice(point);
  return whole > most || (whole === most && fraction !== "") ? undefined : { whole, fraction };
}
