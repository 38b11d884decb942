/** Characters that control a terminal, or that show nothing; names come from clients too. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes control characters, format characters, line and paragraph separators, and unpaired
 * surrogates as `\uXXXX`. In a JSON text without line breaks only strings hold such characters, so
 * the result has the same value.
 */
export function printable(text: string): string {
  return text.replace(unprintable, unicodeEscape);
}

/** Bounds messages that contain text of a client; the longest one names 20 features and values. */
const messageLengthMax = 4000;

/** A message for a client: cut after 4,000 UTF-16 units, with unprintable characters escaped. */
export function shortPrintable(message: string): string {
  const shown =
    message.length > messageLengthMax ? `${message.slice(0, messageLengthMax)}…` : message;
  return printable(shown.toWellFormed());
}

/** Like `printable`, for a text of several lines. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** A character above U+FFFF becomes two escapes, as in JSON. */
function unicodeEscape(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
