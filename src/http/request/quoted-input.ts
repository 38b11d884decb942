const quotedLengthMax = 64;

/**
 * What a client sent, fit for an error message: in quotes, control characters escaped, cut after 64
 * UTF-16 units.
 */
export function quoteInput(text: string): string {
  const shown = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return JSON.stringify(shown.toWellFormed());
}
