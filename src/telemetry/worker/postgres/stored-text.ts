/** PostgreSQL stores no U+0000, so this character and a digit represent it and themselves. */
const mark = "\u0001";
const needsQuoting = /["\\]/g;

/** A text in its stored form; different texts stay different. */
export function storedText(text: string): string {
  return text.includes(mark) || text.includes("\0")
    ? text.replaceAll(mark, `${mark}1`).replaceAll("\0", `${mark}0`)
    : text;
}

/** The original text of a result of `storedText`. */
export function textOfStored(stored: string): string {
  return stored.includes(mark)
    ? stored.replaceAll(`${mark}0`, "\0").replaceAll(`${mark}1`, mark)
    : stored;
}

/** An array of texts as a parameter, to be cast from text. */
export function textArray(texts: readonly string[]): string {
  return `{${texts.map(quotedText).join()}}`;
}

/** An array of numbers or UUIDs as a parameter, to be cast from text. */
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join()}}`;
}

export function quotedText(text: string): string {
  return `"${storedText(text).replace(needsQuoting, "\\$&")}"`;
}
