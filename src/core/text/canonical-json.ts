import { isJsonObject, type JsonObject } from "./json-object.ts";

/**
 * JSON text that is the same for equal values: the members of objects have one order. For values
 * that came from JSON; recursive, so their depth must be bounded.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value));
}

function ordered(value: unknown): unknown {
  if (isJsonObject(value)) {
    return orderedMembers(value);
  }
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  return isWritable(value) ? value : beyond(value);
}

/** The same object if its members are already in order, as in most requests of programs. */
function orderedMembers(object: JsonObject): object {
  const names = Object.keys(object);
  let last = "";
  let isOrdered = true;
  for (const name of names) {
    isOrdered &&= last <= name && isWritable(object[name]);
    last = name;
  }
  return isOrdered
    ? object
    : Object.fromEntries(names.sort().map((name) => [name, ordered(object[name])]));
}

/** Whether its JSON text already has one order, and no other value has the same text. */
function isWritable(value: unknown): boolean {
  return typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "object" || value === null;
}

/**
 * 1e400 is infinite, which JSON writes as null. No other object here has its members in this order.
 */
function beyond(value: unknown): object {
  return { n: value === Number.POSITIVE_INFINITY, beyond: true };
}
