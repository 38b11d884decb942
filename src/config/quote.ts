import { printable } from "../text/printable.ts";

const quotedLengthMax = 80;

/**
 * Quotes a value for a one-line message: escapes unprintable characters, and cuts the value after
 * 80 UTF-16 units.
 */
export function quote(text: string): string {
  const shown = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return printable(JSON.stringify(shown.toWellFormed()));
}

const plainName = /^[\w-]{1,60}$/;

/**
 * Quotes a name only if it holds other characters than letters, digits, `_` and `-`, or is long.
 */
export function quoteUnlessPlain(text: string): string {
  return plainName.test(text) ? text : quote(text);
}
