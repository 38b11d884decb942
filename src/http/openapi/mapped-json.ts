import { isJsonObject } from "../../text/json-object.ts";

/** A JSON value with the members of its object, or of the objects in its list, made anew. */
export function mapped(value: unknown, map: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => mapped(item, map));
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(key, member)]))
    : value;
}
