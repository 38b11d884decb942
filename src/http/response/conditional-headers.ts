import { entityTags } from "../request/negotiation.ts";
import { type AnswerHeaders, apiHeaders } from "./answer-headers.ts";

export type Encoding = "plain" | "gzip";

/**
 * Returns the headers of a 304 for content with this opaque tag, in the form that the client would
 * get; `headers` belong to this answer alone.
 */
export function notModifiedHeaders(
  headers: AnswerHeaders,
  tag: string,
  encoding: Encoding,
): AnswerHeaders {
  const vary = headers.vary === undefined ? [] : [headers.vary];
  return {
    ...apiHeaders,
    ...headers,
    etag: entityTags(tag)[encoding],
    vary: ["accept-encoding", ...vary].join(", "),
  };
}

/** Returns the headers of the whole answer, as JSON in that form. */
export function wholeHeaders(
  headers: AnswerHeaders,
  tag: string,
  encoding: Encoding,
): AnswerHeaders {
  return {
    ...notModifiedHeaders(headers, tag, encoding),
    "content-type": "application/json",
    ...(encoding === "gzip" ? { "content-encoding": "gzip" } : {}),
  };
}
