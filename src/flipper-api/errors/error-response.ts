import type { GatehouseError, Refusal } from "../../errors.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { shortPrintable } from "../../text/printable.ts";

/** The HTTP status of every refusal (docs/api.md#errors). */
const statuses = {
  feature_not_found: 404,
  group_not_registered: 404,
  percentage_invalid: 422,
  flipper_id_missing: 422,
  feature_name_missing: 422,
  import_invalid: 422,
  expression_invalid: 422,
  request_invalid: 400,
  parameter_invalid: 422,
  quota_exceeded: 422,
  token_invalid: 401,
  token_read_only: 403,
  token_evaluate_only: 403,
  production_token_required: 403,
  preview_environment_management_token_required: 403,
  organization_membership: 403,
  project_membership: 403,
  not_environment_creator: 403,
  origin_not_allowed: 403,
  host_not_allowed: 403,
  migration_refused: 403,
  environment_name_taken: 409,
  environment_name_missing: 422,
  environment_name_invalid: 422,
  token_limit: 422,
  environment_id_required: 422,
  custom_environments_limit: 402,
  plan_upgrade_required: 402,
  credentials_invalid: 401,
  route_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  uri_too_long: 414,
  headers_too_large: 431,
  body_too_large: 413,
  media_type_unsupported: 415,
  gate_changed: 409,
  confirmation_required: 422,
  audit_not_found: 404,
  undo_impossible: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<Refusal, number>;

type ErrorStatus = (typeof statuses)[Refusal];

export type ErrorResponseOptions = {
  /** The value of `more_info`. */
  readonly docsUrl: string;
  /** Headers that depend on the request, by name in lower case, such as `allow` for a 405. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the member `error` repeats the message. */
  readonly repeatsMessage?: boolean;
};

export function statusOf(refusal: Refusal): ErrorStatus {
  return statuses[refusal];
}

/**
 * Returns the answer to a refused request, an error object (docs/api.md#errors). Its message is cut
 * after 1,000 UTF-16 units, and unprintable characters are escaped: it may hold a client's text, and
 * clients print it on terminals.
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
      // Otherwise the server would go on reading the body that did not arrive.
      return { connection: "close" };
    default:
      return {};
  }
}
