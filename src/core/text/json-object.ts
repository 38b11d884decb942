export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a copy with each member replaced by a result; undefined members are left out. */
export function mapMembers(
  object: JsonObject,
  map: (value: unknown, key: string) => unknown,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, map(member, key)]),
  );
}
