import { requestInvalid } from "./request-invalid.ts";

/**
 * The maximum nesting of arrays and objects. JSON.parse accepts deeper documents, which then overflow
 * the stack of recursive code such as JSON.stringify.
 */
const jsonDepthMax = 512;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/**
 * Parses JSON text of a client; `what` names it in the error message. Throws request_invalid for
 * malformed JSON, nesting deeper than 512 levels, and escapes of an unpaired surrogate
 * (docs/api.md#requests). UTF-8 cannot encode such a surrogate.
 */
export function parseJson(text: string, what = "the body"): unknown {
  if (text.length > jsonDepthMax && depthOf(text) > jsonDepthMax) {
    throw requestInvalid(`the JSON is nested deeper than ${jsonDepthMax} levels`);
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw requestInvalid(`${what} is not valid JSON`, error);
  }
  if (escapedSurrogate.test(text) && !isWellFormed(document)) {
    throw requestInvalid("the JSON holds an unpaired surrogate");
  }
  return document;
}

/** Returns the deepest nesting of brackets outside strings; exact for valid JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) {
      quoted = !quoted;
    } else if (quoted) {
      index += character === backslash ? 1 : 0;
    } else if (character === openBracket || character === openBrace) {
      depth++;
      deepest = Math.max(depth, deepest);
    } else if (character === closeBracket || character === closeBrace) {
      depth--;
    }
  }
  return deepest;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") {
    return value.isWellFormed();
  }
  if (typeof value !== "object" || value === null) {
    return true;
  }
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}
