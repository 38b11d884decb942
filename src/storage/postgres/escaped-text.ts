/*
 * PostgreSQL stores every character except U+0000. So U+0000, and U+0001, which marks it, are
 * stored as two characters. The order of texts by their UTF-8 bytes stays the same.
 */

const mark = "\u0001";

/** A text in its stored form. Half surrogate pairs become U+FFFD, as in UTF-8. */
export function escapedText(text: string): string {
  return text.toWellFormed().replaceAll(mark, `${mark}1`).replaceAll("\0", `${mark}0`);
}

export function unescapedText(stored: string): string {
  return stored.includes(mark)
    ? stored.replaceAll(`${mark}0`, "\0").replaceAll(`${mark}1`, mark)
    : stored;
}

/** Bytes as PostgreSQL reads them from a text. */
export function byteaText(hex: string): string {
  return `\\x${hex}`;
}
