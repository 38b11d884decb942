import type { JsonObject } from "../../text/json-object.ts";
import { textIn } from "../document-values.ts";

const zone = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const hours = /:/;
const blanks = /\s+/;

/** A time without a zone is UTC, as YAML says. */
export function timeIn(object: JsonObject, name: string): number {
  const text = (textIn(object, name) ?? "").trim().replace(blanks, "T");
  return Date.parse(hours.test(text) && !zone.test(text) ? `${text}Z` : text);
}
