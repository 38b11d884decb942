const quotedLengthMax = 80;
// JSON leaves these as they are, but a terminal may take them for a new line or worse.
const unprintable = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A value in quotes for a one-line reason: control characters escaped, cut after 80 units. */
export function quoted(text: string): string {
  const shown = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return JSON.stringify(shown.toWellFormed()).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const plainName = /^[\w-]{1,60}$/;

/** A name as it is, unless something in it calls for quotes. */
export function nameOrQuoted(text: string): string {
  return plainName.test(text) ? text : quoted(text);
}
