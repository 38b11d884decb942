import type { ParseResult } from "./value-parsers.ts";

const lengthMax = 255;
// Unreserved characters only: others have a meaning in routes, proxies or HTML.
const segment = /^[A-Za-z0-9._~-]+$/;
const grammar =
  "must be like /flipper/api: segments of letters, digits and . _ ~ -, no slash at the end";

/**
 * Parses the path of the mountable API. `/` is refused: the web UI is served at the path's parent,
 * so the API needs its own segment.
 */
export function parseMountPath(text: string): ParseResult<string> {
  return isPath(text) ? { value: text } : { reason: grammar };
}

/** Parses the path prefix that a proxy adds, or an empty text. */
export function parseBasePath(text: string): ParseResult<string> {
  return text === "" || isPath(text) ? { value: text } : { reason: `${grammar}; or be empty` };
}

function isPath(text: string): boolean {
  const [root, ...segments] = text.split("/");
  return (
    root === "" &&
    text.length <= lengthMax &&
    segments.length > 0 &&
    segments.every((part) => segment.test(part) && part !== "." && part !== "..")
  );
}
