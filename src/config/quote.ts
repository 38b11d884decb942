const quotedLengthMax = 80;
// JSON does not escape these characters, but a terminal may obey them, for example as line breaks.
const unprintable = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Quotes a value for a one-line message: escapes control characters, and cuts it after 80 UTF-16
 * units.
 */
export function quote(text: string): string {
  const shown = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return JSON.stringify(shown.toWellFormed()).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const plainName = /^[\w-]{1,60}$/;

/**
 * Quotes a name only if it holds other characters than letters, digits, `_` and `-`, or is long.
 */
export function quoteUnlessPlain(text: string): string {
  return plainName.test(text) ? text : quote(text);
}
