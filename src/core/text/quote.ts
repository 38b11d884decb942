import { printable } from "./printable.ts";

const quotedLengthMax = 80;

/**
 * Quotes a text of a client or a user for a message of one line: escapes unprintable characters, and
 * cuts the text after 80 UTF-16 units.
 */
export function quote(text: string): string {
  const shown = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return printable(JSON.stringify(shown));
}

const plainName = /^[\w-]{1,60}$/;

/**
 * Quotes a name only if it holds other characters than letters, digits, `_` and `-`, or is long.
 */
export function quoteUnlessPlain(text: string): string {
  return plainName.test(text) ? text : quote(text);
}

/** The first names, quoted, and how many more there are. */
export function quotedNames(names: readonly string[], namedMax: number): string {
  const more = names.length > namedMax ? `, and ${names.length - namedMax} more` : "";
  return names.slice(0, namedMax).map(quote).join(", ") + more;
}
