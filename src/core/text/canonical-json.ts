/**
 * JSON text that is the same for equal values: the members of objects have one order. For values
 * that came from JSON; recursive, so their depth must be bounded.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value));
}

function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return isWritable(value) ? value : beyond(value);
  }
  return Array.isArray(value) ? value.map(ordered) : orderedMembers(value);
}

/** The same object if its members are already in order, as in most requests of programs. */
function orderedMembers(object: object): object {
  let last = "";
  let isOrdered = true;
  for (const [name, member] of Object.entries(object)) {
    isOrdered &&= last <= name && isWritable(member);
    last = name;
  }
  return isOrdered
    ? object
    : Object.fromEntries(
        Object.entries(object)
          .sort(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, member]) => [name, ordered(member)]),
      );
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
