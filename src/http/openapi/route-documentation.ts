import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";

/**
 * The member of a route's hooks with a function that returns its documentation. Few processes serve
 * the document, so servers start faster if the documentation is created later.
 */
export const documentation = Symbol("documentation");

/** Returns the documentation of a route in Elysia's list; undefined for a hidden route. */
export function documentationOf(hooks: unknown): JsonObject | undefined {
  if (!isJsonObject(hooks) || !isJsonObject(hooks.detail) || hooks.detail.hide === true) {
    return undefined;
  }
  const write: unknown = Reflect.get(hooks, documentation);
  const written: unknown = typeof write === "function" ? write() : {};
  const { hide, ...detail } = { ...hooks.detail, ...(isJsonObject(written) ? written : {}) };
  return hide === true ? undefined : detail;
}
