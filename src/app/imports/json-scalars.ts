import { keptLengthMax } from "./json-string.ts";

export type JsonScalar = string | number | boolean | null;

/** Below this, a call of `JSON.parse` for many values is not worth its search. */
const scalarsLengthMin = 256;

/** The end of the last whole string before the end of the text or of the array; undefined if near. */
export function scalarsEnd(text: string, from: number): number | undefined {
  const close = text.indexOf("]", from);
  const end = text.lastIndexOf('",', close === -1 ? text.length : close) + 1;
  return end - from < scalarsLengthMin ? undefined : end;
}

/**
 * Undefined for content that `next` must read: escapes, which may hide where strings end or contain
 * half a character, and anything but a list of strings and numbers.
 */
export function parsedScalars(text: string): JsonScalar[] | undefined {
  if (text.includes("\\")) {
    return undefined;
  }
  try {
    const values: unknown[] = JSON.parse(`[${text}]`);
    return values.every(isPlainScalar) ? values : undefined;
  } catch {
    return undefined;
  }
}

function isPlainScalar(value: unknown): value is string | number {
  return typeof value === "string" ? value.length <= keptLengthMax : typeof value === "number";
}
