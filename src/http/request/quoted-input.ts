const quotedLengthMax = 64;

/**
 * Makes a client's text safe for an error message: in quotes, with control characters escaped, cut
 * after 64 UTF-16 units.
 */
export function quoteInput(text: string): string {
  const shown = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return JSON.stringify(shown.toWellFormed());
}
