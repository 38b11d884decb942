import type { GatehouseError } from "../errors.ts";
import { statusOf } from "../flipper-api/errors/error-response.ts";
import type { RefusalOptions } from "../http/routing/error-handler.ts";
import { shortPrintable } from "../text/printable.ts";
import type { UiError } from "./contract/contract.ts";
import { guardedHeaders } from "./policy.ts";

/** Answers hold what only this reader may see, and say nothing after the next change. */
export const uiJsonHeaders = {
  ...guardedHeaders,
  "content-type": "application/json",
  "cache-control": "no-store",
};

/** A refusal in the form of the UI's own API; its code is the name of the refusal. */
export function uiRefusal(error: GatehouseError, { headers }: Pick<RefusalOptions, "headers">) {
  const seconds = headers["retry-after"];
  const body: UiError = {
    error: {
      code: error.refusal,
      message: shortPrintable(error.message),
      ...(seconds === undefined ? {} : { retryAfter: Number(seconds) }),
    },
  };
  return Response.json(body, {
    status: statusOf(error.refusal),
    headers: { ...uiJsonHeaders, ...headers },
  });
}
