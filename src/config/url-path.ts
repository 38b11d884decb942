import type { Parsed } from "./parse.ts";

const lengthMax = 255;
// Unreserved characters only: the others mean something to a router, a proxy or a page's markup.
const segment = /^[A-Za-z0-9._~-]+$/;
const grammar = "must be like /flipper/api: segments of letters, digits and . _ ~ -, no slash last";

/**
 * The path the API is mounted at. `/` is refused: the web UI lives at the mount path's parent, so
 * the API needs a segment of its own (DESIGN.md section 1).
 */
export function parseMountPath(text: string): Parsed<string> {
  return isPath(text) ? { value: text } : { reason: grammar };
}

/** The path a proxy puts before everything, or nothing. */
export function parseBasePath(text: string): Parsed<string> {
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
