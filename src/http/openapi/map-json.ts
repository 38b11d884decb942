import { isJsonObject } from "../../text/json-object.ts";

/** Returns a JSON value with each member of its object, or of the objects in its list, mapped. */
export function mapJsonMembers(
  value: unknown,
  map: (key: string, value: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => mapJsonMembers(item, map));
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(key, member)]))
    : value;
}
