import type { GatehouseError, Refusal } from "../../../core/errors.ts";
import { shortPrintable } from "../../../core/text/printable.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import { statusOf } from "./refusal-statuses.ts";

export type ErrorResponseOptions = {
  /** The value of `more_info`. */
  readonly docsUrl: string;
  /** Headers that depend on the request, by name in lower case, such as `allow` for a 405. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the member `error` repeats the message. */
  readonly repeatsMessage?: boolean;
};

/**
 * Returns the answer to a refused request, an error object (docs/api.md#errors). It truncates the
 * message after 1,000 UTF-16 units and escapes unprintable characters. The message may hold a
 * client's text, and clients print it on terminals.
 */
export function errorResponse(error: GatehouseError, options: ErrorResponseOptions): Response {
  const message = shortPrintable(error.message);
  const body = JSON.stringify({
    code: error.code,
    message,
    more_info: options.docsUrl,
    ...(options.repeatsMessage === true ? { error: message } : {}),
  });
  return jsonResponse(body, {
    status: statusOf(error.refusal),
    headers: { ...refusalHeadersOf(error.refusal), ...options.headers },
  });
}

/** The headers that a refusal always has, in every form of answer. */
export function refusalHeadersOf(refusal: Refusal): Readonly<Record<string, string>> {
  switch (refusal) {
    case "credentials_invalid":
      return { "www-authenticate": 'Basic realm="Gatehouse", charset="UTF-8"' };
    case "request_timeout":
      // Otherwise the server would continue to read the rest of the body.
      return { connection: "close" };
    default:
      return {};
  }
}
