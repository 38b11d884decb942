/**
 * Every error that a client can get, each with its code and its default message
 * (docs/api.md#errors). A code never changes. Only `flipper-api/errors` knows the HTTP statuses.
 */
export const refusals = {
  feature_not_found: { code: 1, message: "Feature not found" },
  group_not_registered: { code: 2, message: "Group not registered" },
  percentage_invalid: { code: 3, message: "Percentage must be an integer from 0 to 100" },
  flipper_id_missing: { code: 4, message: "Required parameter flipper_id is missing" },
  feature_name_missing: { code: 5, message: "Required parameter name is missing" },
  import_invalid: { code: 6, message: "Import invalid" },
  expression_invalid: { code: 7, message: "Expression invalid" },
  request_invalid: { code: 8, message: "Request invalid" },
  parameter_invalid: { code: "parameter_invalid", message: "A parameter is invalid" },
  quota_exceeded: { code: "quota_exceeded", message: "A quota is exceeded" },
  token_invalid: { code: "token_invalid", message: "Token is missing or invalid" },
  token_read_only: {
    code: "token_read_only",
    message: "This token is read-only and may not change anything",
  },
  token_evaluate_only: {
    code: "token_evaluate_only",
    message: "This token may only evaluate features",
  },
  production_token_required: {
    code: "production_token_required",
    message: "Only a token of Production that may write can do this",
  },
  preview_environment_management_token_required: {
    code: "preview_environment_management_token_required",
    message: "This token may not manage preview environments",
  },
  organization_membership: {
    code: "organization_membership",
    message: "The token's owner no longer belongs to the organization",
  },
  project_membership: {
    code: "project_membership",
    message: "The token's owner no longer belongs to the project",
  },
  not_environment_creator: {
    code: "not_environment_creator",
    message:
      "Only the token that created the environment, or a token returned for it, may delete it",
  },
  environment_name_taken: {
    code: "environment_name_taken",
    message: "An environment with this name exists already, and this token did not create it",
  },
  environment_name_missing: { code: "name_missing", message: "Required parameter name is missing" },
  environment_name_invalid: {
    code: "name_invalid",
    message: "The name is too long, or its slug is empty or reserved",
  },
  token_limit: {
    code: "token_limit",
    message: "The environment has reached its limit of active tokens",
  },
  environment_id_required: {
    code: "environment_id_required",
    message: "The path must end with the id of an environment, a positive integer",
  },
  custom_environments_limit: {
    code: "custom_environments_limit",
    message: "The plan's limit of custom environments is reached",
  },
  plan_upgrade_required: {
    code: "plan_upgrade_required",
    message: "The organization's plan does not include this",
  },
  origin_not_allowed: {
    code: "origin_not_allowed",
    message: "Web pages of other origins may not change anything; see --cors-origin",
  },
  host_not_allowed: {
    code: "host_not_allowed",
    message: "The server does not answer requests for this host name; see --allowed-host",
  },
  credentials_invalid: { code: "credentials_invalid", message: "Credentials are missing or wrong" },
  route_not_found: { code: "route_not_found", message: "There is no route with this path" },
  method_not_allowed: {
    code: "method_not_allowed",
    message: "The route does not support this method",
  },
  request_timeout: {
    code: "request_timeout",
    message: "The request did not arrive completely in time",
  },
  uri_too_long: { code: "uri_too_long", message: "The URL is too long" },
  headers_too_large: { code: "headers_too_large", message: "The request headers are too large" },
  body_too_large: { code: "body_too_large", message: "The request body is too large" },
  media_type_unsupported: {
    code: "media_type_unsupported",
    message: "The body must be JSON or form-encoded",
  },
  gate_changed: {
    code: "gate_changed",
    message: "The gate was changed meanwhile; look at it again",
  },
  confirmation_required: {
    code: "confirmation_required",
    message: "This change in Production must be confirmed with the name of the feature",
  },
  audit_not_found: { code: "audit_not_found", message: "There is no such audit" },
  undo_impossible: { code: "undo_impossible", message: "The change cannot be taken back" },
  migration_refused: {
    code: "migration_refused",
    message: "The server takes no export without a token; use flipper cloud push",
  },
  rate_limited: { code: "rate_limited", message: "Too many requests" },
  internal: { code: "internal", message: "Internal error" },
  unavailable: { code: "unavailable", message: "The server cannot do this at the moment" },
} as const satisfies Record<string, { code: number | string; message: string }>;

export type Refusal = keyof typeof refusals;

/** Refusals of the Admin API and of migrations: no route of the Flipper API gives them. */
export const pageRefusals: ReadonlySet<Refusal> = new Set<Refusal>([
  "audit_not_found",
  "confirmation_required",
  "gate_changed",
  "migration_refused",
  "undo_impossible",
]);

interface RefusalOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number;
}

/**
 * The refusal of a request. It changed nothing, except that after `unavailable` and `internal` a
 * change may have been kept. Its message goes to the client, so it holds nothing that the client
 * may not know; `cause` does not go there.
 */
export class GatehouseError extends Error {
  override readonly name = "GatehouseError";
  readonly refusal: Refusal;
  /** Seconds after which the client may try again; undefined if that is unknown. */
  readonly retryAfterSeconds: number | undefined;

  /** `message` replaces the refusal's default message where there is a more exact reason. */
  constructor(refusal: Refusal, message?: string, options?: RefusalOptions) {
    super(message ?? refusals[refusal].message, options);
    this.refusal = refusal;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  get code(): number | string {
    return refusals[this.refusal].code;
  }
}

/** Does work whose refusal gets a message that begins with a place in the request. */
export function atPlace<Answer>(place: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatehouseError) {
      throw new GatehouseError(error.refusal, `${place}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
