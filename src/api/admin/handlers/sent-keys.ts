import { GatehouseError } from "../../../core/errors.ts";
import { parseJson } from "../../../http/request/json-document.ts";

/** The keys of features in the parameter `keys`, a JSON list. Throws `input_invalid`. */
export function sentKeys(text: string, countMax: number): readonly string[] {
  const keys = parseJson(text, "the parameter keys");
  const isList =
    Array.isArray(keys) && keys.length <= countMax && keys.every((key) => typeof key === "string");
  if (!isList) {
    const message = `keys must be a JSON list of at most ${countMax} texts`;
    throw new GatehouseError("input_invalid", { message, place: "keys" });
  }
  return keys;
}
