import { type ParseResult, parseUrl } from "./value-parsers.ts";

const queryOrFragment = /[?#]/;
const finalSlashes = /\/+$/;

/** Parses the URL of a server as clients see it; the value has no slash at the end. */
export function parsePublicUrl(text: string): ParseResult<string> {
  const parsed = parseUrl(text);
  if ("reason" in parsed) {
    return parsed;
  }
  const { username, password } = new URL(text);
  return username + password === "" && !queryOrFragment.test(text)
    ? { value: text.replace(finalSlashes, "") }
    : { reason: "must be an http or https URL without user, query and fragment" };
}
