import { AccountRefusal, type AccountRefusalCode } from "../commands/account-refusal.ts";
import type { GatehouseError } from "../errors.ts";
import { refusalHeadersOf, statusOf } from "../flipper-api/errors/error-response.ts";
import type { RefusalOptions } from "../http/routing/error-handler.ts";
import { shortPrintable } from "../text/printable.ts";
import type { AdminError } from "./contract/error-models.ts";
import { guardedHeaders } from "./policy.ts";
import { UiRefusal } from "./ui-refusal.ts";

/** Answers hold what only this reader may see, and say nothing after the next change. */
export const uiJsonHeaders = {
  ...guardedHeaders,
  "content-type": "application/json",
  "cache-control": "no-store",
};

export const accountStatuses: Readonly<Record<AccountRefusalCode, number>> = {
  sign_in_failed: 401,
  too_many_attempts: 429,
  session_ended: 401,
  role_required: 403,
  link_invalid: 404,
  password_wrong: 422,
  proof_wrong: 403,
  password_too_short: 422,
  password_too_long: 422,
  password_too_weak: 422,
  email_invalid: 422,
  email_taken: 409,
  name_invalid: 422,
  member_not_found: 404,
  last_owner: 409,
  session_not_found: 404,
  passkey_invalid: 422,
  passkey_not_found: 404,
  passkey_limit: 422,
  personal_token_limit: 422,
  token_not_found: 404,
};

/** The answer to a refusal that only the Admin API has; undefined for any other error. */
export function uiRefusalResponse(error: unknown, docsUrl: string): Response | undefined {
  if (error instanceof UiRefusal) {
    const { code, message, place } = error;
    return errorJson(error.status, { code, message, ...placeMember(place), more_info: docsUrl });
  }
  if (error instanceof AccountRefusal) {
    const { code, message, retryAfterSeconds: seconds } = error;
    return errorJson(
      accountStatuses[code],
      { code, message, ...retryMember(seconds), more_info: docsUrl },
      seconds === undefined ? {} : { "retry-after": String(seconds) },
    );
  }
  return undefined;
}

const expressionPlace = /^At (.+?): (.+)$/s;

/** A refusal of the commands and services; its code is the name of the refusal. */
export function uiRefusalOf(
  error: GatehouseError,
  { headers, docsUrl }: Pick<RefusalOptions, "headers" | "docsUrl">,
) {
  const { refusal: code, message } = error;
  const seconds = headers["retry-after"];
  const [, place, reason] = code === "expression_invalid" ? placed(message) : [];
  return errorJson(
    statusOf(code),
    {
      code,
      message: reason ?? message,
      ...placeMember(place),
      ...retryMember(seconds === undefined ? undefined : Number(seconds)),
      more_info: docsUrl,
    },
    { ...refusalHeadersOf(code), ...headers },
  );
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

function errorJson(
  status: number,
  error: AdminError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: AdminError = { ...error, message: shortPrintable(error.message) };
  return Response.json(body, { status, headers: { ...uiJsonHeaders, ...headers } });
}
