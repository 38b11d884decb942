import type { GatehouseError } from "../../core/errors.ts";
import { shortPrintable } from "../../core/text/printable.ts";
import type { RefusalOptions } from "../../http/routing/error-handler.ts";
import { refusalHeadersOf } from "../common/errors/error-response.ts";
import { statusOf } from "../common/errors/refusal-statuses.ts";
import { guardedHeaders } from "./content-security-policy.ts";
import type { AdminError } from "./contract/error-models.ts";

/** Answers are private to this reader, and outdated after the next change. */
export const uiJsonHeaders = {
  ...guardedHeaders,
  "content-type": "application/json",
  "cache-control": "no-store",
};

const expressionPlace = /^At (.+?): (.+)$/s;

/** The answer of the Admin API to a refusal; its code is the name of the refusal. */
export function uiRefusalOf(
  error: GatehouseError,
  { headers, docsUrl }: Pick<RefusalOptions, "headers" | "docsUrl">,
): Response {
  const { refusal: code, message } = error;
  const seconds = headers["retry-after"];
  const [, expressionPart, reason] = code === "expression_invalid" ? placed(message) : [];
  const body: AdminError = {
    code,
    message: shortPrintable(reason ?? message),
    ...placeMember(error.place ?? expressionPart),
    ...retryMember(seconds === undefined ? undefined : Number(seconds)),
    more_info: docsUrl,
  };
  return Response.json(body, {
    status: statusOf(code),
    headers: { ...uiJsonHeaders, ...refusalHeadersOf(code), ...headers },
  });
}

function placeMember(place: string | undefined) {
  return place === undefined ? {} : { place };
}

function retryMember(seconds: number | undefined) {
  return seconds === undefined ? {} : { retry_after: seconds };
}

function placed(message: string): readonly (string | undefined)[] {
  return expressionPlace.exec(message) ?? [];
}
