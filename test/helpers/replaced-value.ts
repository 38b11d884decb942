import { isJsonObject } from "../../src/core/text/json-object.ts";

/**
 * A copy of a document with another value at a position, counted through all its values; undefined
 * if it has fewer values.
 */
export function withValueAt(document: unknown, position: number, value: unknown): unknown {
  let left = position;
  const copy = (part: unknown): unknown => {
    if (left-- === 0) {
      return value;
    }
    if (Array.isArray(part)) {
      return part.map(copy);
    }
    return isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).map(([key, member]) => [key, copy(member)]))
      : part;
  };
  const copied = copy(document);
  return left < 0 ? copied : undefined;
}
