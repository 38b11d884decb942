/**
 * JSON text in which equal values look the same: the members of objects are in one order. For values
 * that came from JSON; recursive, so their depth must be bounded.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value));
}

function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Array.isArray(value) ? value.map(ordered) : orderedMembers(value);
}

/** The same object if its members are in order already, as most are that programs send. */
function orderedMembers(object: object): object {
  let last = "";
  let isOrdered = true;
  for (const [name, member] of Object.entries(object)) {
    isOrdered &&= last <= name && (typeof member !== "object" || member === null);
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
