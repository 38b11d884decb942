import { type ParseResult, parseUrl } from "./value-parsers.ts";

/** The path of the hosted API, for a URL without a path (docs/cli.md#a-server). */
const apiPathDefault = "/adapter";
const lastSlashes = /\/+$/;

/**
 * Parses the URL of an API; the value has no slash at its end. A URL without a path means the hosted
 * API of that server.
 */
export function parseApiUrl(text: string): ParseResult<string> {
  if ("reason" in parseUrl(text)) {
    return { reason: "must be an http or https URL, such as https://toggles.example" };
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    return { reason: "must hold no user and password; put the token into GATEHOUSE_TOKEN" };
  }
  if (url.search !== "" || url.hash !== "") {
    return { reason: "must have no part after ? or #" };
  }
  const path = url.pathname.replace(lastSlashes, "");
  return { value: `${url.origin}${path === "" ? apiPathDefault : path}` };
}
