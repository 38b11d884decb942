/**
 * Compares two strings by their UTF-8 bytes; below 0, 0 or above 0. Feature lists and joined actor
 * ids have this order (docs/decisions.md#percentage-of-actors). JavaScript's own order differs: it
 * sorts a surrogate pair before U+E000 to U+FFFF, although its UTF-8 bytes are larger.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) {
      return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
    }
  }
  return a.length - b.length;
}

const surrogate = /[\ud800-\udfff]/;

/** Sorts strings by their UTF-8 bytes, in place. Without surrogates this is JavaScript's own order. */
export function sortUtf8(texts: string[]): string[] {
  return texts.some((text) => surrogate.test(text)) ? texts.sort(compareUtf8) : texts.sort();
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
