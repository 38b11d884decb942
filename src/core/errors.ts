/**
 * The refusals that routes of the Flipper API can give, each with its default message
 * (docs/api.md#errors).
 */
export const flipperRefusals = {
  feature_not_found: "Feature not found",
  group_not_registered: "Group not registered",
  percentage_invalid: "Percentage must be an integer from 0 to 100",
  flipper_id_missing: "Required parameter flipper_id is missing",
  feature_name_missing: "Required parameter name is missing",
  import_invalid: "Import invalid",
  expression_invalid: "Expression invalid",
  request_invalid: "Request invalid",
  parameter_invalid: "A parameter is invalid",
  quota_exceeded: "A quota is exceeded",
  token_invalid: "Token is missing or invalid",
  token_read_only: "This token is read-only and may not change anything",
  change_request_required:
    "The environment is protected: this change needs an approved change request",
  token_evaluate_only: "This token may only evaluate features",
  production_token_required: "Only a token of Production that may write can do this",
  preview_environment_management_token_required: "This token may not manage preview environments",
  organization_membership: "The token's owner no longer belongs to the organization",
  project_membership: "The token's owner no longer belongs to the project",
  not_environment_creator:
    "Only the token that created the environment, or a token returned for it, may delete it",
  environment_name_taken:
    "An environment with this name exists already, and this token did not create it",
  environment_name_missing: "Required parameter name is missing",
  environment_name_invalid: "The name is too long, or its slug is empty or reserved",
  token_limit: "The environment has reached its limit of active tokens",
  environment_id_required: "The path must end with the id of an environment, a positive integer",
  custom_environments_limit: "The plan's limit of custom environments is reached",
  feature_retired: "The key of this feature is retired",
  plan_upgrade_required: "The organization's plan does not include this",
  origin_not_allowed: "Web pages of other origins may not change anything; see --cors-origin",
  host_not_allowed: "The server does not answer requests for this host name; see --allowed-host",
  credentials_invalid: "Credentials are missing or wrong",
  route_not_found: "There is no route with this path",
  method_not_allowed: "The route does not support this method",
  request_timeout: "The request did not arrive completely in time",
  uri_too_long: "The URL is too long",
  headers_too_large: "The request headers are too large",
  body_too_large: "The request body is too large",
  media_type_unsupported: "The body must be JSON or form-encoded",
  rate_limited: "Too many requests",
  internal: "Internal error",
  unavailable: "The server cannot do this at the moment",
} as const;

/** The refusals that no route of the Flipper API gives (docs/admin-api.md#errors). */
const adminRefusals = {
  undo_impossible: "The change cannot be undone",
  audit_not_found: "There is no such audit",
  gate_changed: "The gate has changed since; look at it again",
  reason_required: "The policy of the environment requires a reason for this change",
  request_not_found: "There is no such change request",
  request_ended: "The change request has ended already",
  request_drifted: "The features have changed since the request was written: rebase it first",
  request_not_approved: "The request does not have the approvals that the policy asks for",
  request_held: "The author of the request may no longer change the environment: adopt it first",
  request_scheduled: "The request was approved for a later time",
  request_has_author: "The author of the request can still change it",
  request_limit: "An environment can have at most 1,000 open requests, of 64 MiB together",
  request_too_large: "A request can have at most 1,000 commands",
  request_empty: "The commands of the request change nothing",
  not_request_author: "Only the author of the request may do this",
  own_request: "The policy does not count the approval of the author",
  approver_required: "The policy does not let you approve this request",
  vote_not_found: "You have no vote on this request",
  rollout_not_found: "There is no such rollout",
  rollout_ended: "The rollout has ended already",
  rollout_running: "A rollout changes the gates of this feature: pause it first",
  rollout_not_running: "The rollout is held or paused",
  rollout_not_held: "The rollout goes on already",
  rollout_without_author:
    "The author of the rollout may no longer change the environment: adopt it first",
  rollout_has_author: "The author of the rollout can still change the environment",
  rollout_empty: "The steps of the rollout change nothing",
  rollout_limit: "An environment can have at most 1,000 active rollouts, of 64 MiB together",
  rollout_too_large: "A rollout can have at most 50 steps and 5 guards",
  comment_limit: "There can be at most 1,000 comments here",
  comment_not_found: "There is no such comment",
  not_comment_author: "Only the author of the comment or an admin may do this",
  act_not_found: "There is no such act",
  still_evaluated: "The feature was checked in the last 7 days",
  confirmation_required: "This change in Production must be confirmed with the name of the feature",
  migration_refused: "The server takes no export without a token; use flipper cloud push",
  sign_in_failed: "The e-mail address or the password is wrong",
  too_many_attempts: "Too many attempts; try again later",
  session_ended: "You are signed out; sign in again",
  role_required: "Your role does not allow this",
  link_invalid: "This link was used, replaced or has ended; ask for a new one",
  password_wrong: "The current password is wrong",
  proof_wrong: "The password is wrong",
  password_too_short: "The password needs at least 10 characters",
  password_too_long: "The password can have at most 200 characters",
  password_too_weak: "This password is easy to guess; choose another one",
  email_invalid: "This is not an e-mail address",
  email_taken: "Another person has this e-mail address",
  name_invalid: "A name is one line of 1 to 255 characters without spaces at either end",
  member_not_found: "This person is not a member of the organization",
  last_owner: "The organization needs another owner first",
  session_not_found: "This session has ended already",
  passkey_invalid: "The passkey could not be verified; try again",
  passkey_not_found: "This passkey was removed already",
  passkey_limit: "A person can have at most 10 passkeys",
  sign_on_failed: "The sign-in with the provider failed; try again",
  sign_on_unavailable: "The provider of the sign-in does not answer; try again later",
  sign_on_not_set_up: "The server has no provider to sign in with; see --oidc-issuer",
  sign_on_no_rule: "No rule lets your groups in; ask an owner of this server",
  sign_on_no_email: "The provider sent no verified e-mail address, which a new member needs",
  sign_on_email_taken:
    "There is an account with your e-mail address; sign in to it and link the provider, or ask an owner",
  sign_on_required: "Sign in with the provider; passwords, passkeys and links are off",
  identity_taken: "This account of the provider belongs to another member",
  identity_not_found: "This account is not linked",
  identity_fixed: "Groups of the provider made this person a member, so the link must stay",
  group_rule_not_found: "There is no such rule",
  ci_token_refused:
    "The CI token is invalid, too old or used, or no trust rule matches its issuer, audience and claims",
  trust_rule_not_found: "There is no such trust rule",
  break_glass_limit: "At most two owners can have emergency access",
  personal_token_limit: "A person can have at most 20 personal tokens; revoke one first",
  token_not_found: "There is no such token",
  input_invalid: "The input is invalid",
  not_own_page: "Only the server's own pages may do this; reload the page and try again",
  read_only: "The web UI of this server is read-only",
  proof_required: "Confirm with your password or a passkey that it is you, then try again",
  session_required:
    "A token may not do this; sign in to the web UI, or use the command on the server's machine",
  signed_out: "You are signed out; sign in again",
  project_not_found: "There is no such project",
  project_exists: "There is a project with this name already",
  project_limit: "The limit of projects is reached",
  group_not_found: "This group is not registered",
  replica_not_found: "There is no such replica",
  production_mirrors_nothing: "Production cannot mirror itself",
  environment_token_refused: "The token of an environment may not do this; use a personal token",
  environment_not_found: "There is no such environment",
  environment_fixed: "Only custom environments can be deleted",
  name_wrong: "The typed name is not the right one",
  token_contradictory: "A token that may only evaluate features cannot manage environments",
  group_fixed: "The program that runs the server decides about groups",
  group_used: "Features use this group",
  key_not_retired: "This key is not retired",
  feature_exists: "There is a feature with this key already",
  member_exists: "This person is a member already",
  owner_unknown: "This person is not a member of the organization",
  passkeys_unavailable: "Passkeys need https, or a server on this machine",
  view_not_found: "There is no such view",
  view_limit: "A person can have at most 50 own views, and a project 50 shared ones",
  view_fixed: "Only its author can change this view, and admins a shared one",
  webhook_not_found: "There is no such webhook",
  delivery_not_found: "There is no such delivery, or it was deleted",
  migration_not_found:
    "There is no such migration: it was applied or deleted, or it expired after a day",
  backup_running: "A backup is already running",
  backup_not_found: "There is no such backup",
  backups_not_set_up: "The server has no directory for backups; see --backup-directory",
  too_many_streams: "Too many pages are open; close some",
} as const;

export type FlipperRefusal = keyof typeof flipperRefusals;

/**
 * Every error that a client can get. A name never changes: the Admin API and the texts of the web UI
 * use it. Only `flipper-api/errors` knows the HTTP statuses.
 */
export type Refusal = FlipperRefusal | keyof typeof adminRefusals;

/** The codes that the Flipper API gives instead of the name of the refusal. A code never changes. */
const flipperCodes: Partial<Record<Refusal, number | string>> = {
  feature_not_found: 1,
  group_not_registered: 2,
  percentage_invalid: 3,
  flipper_id_missing: 4,
  feature_name_missing: 5,
  import_invalid: 6,
  expression_invalid: 7,
  request_invalid: 8,
  environment_name_missing: "name_missing",
  environment_name_invalid: "name_invalid",
};

/** Returns the code of a refusal in the Flipper API. */
export function flipperCodeOf(refusal: Refusal): number | string {
  return flipperCodes[refusal] ?? refusal;
}

/** Returns the default message of a refusal. */
export function messageOf(refusal: Refusal): string {
  return isFlipperRefusal(refusal) ? flipperRefusals[refusal] : adminRefusals[refusal];
}

function isFlipperRefusal(refusal: Refusal): refusal is FlipperRefusal {
  return Object.hasOwn(flipperRefusals, refusal);
}

interface RefusalOptions extends ErrorOptions {
  /** A more exact reason, instead of the refusal's default message. */
  readonly message?: string | undefined;
  /** The position in the input. */
  readonly place?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The page of the web UI where a person can do what was refused, such as `/requests/new`. */
  readonly pagePath?: string | undefined;
}

/**
 * The refusal of a request. It changed nothing, but after `unavailable` and `internal` a change may
 * be committed. The message goes to the client, so it contains nothing secret; `cause` stays here.
 */
export class GatehouseError extends Error {
  override readonly name = "GatehouseError";
  readonly refusal: Refusal;
  /** The position in the input; undefined if unknown, or if the message contains it. */
  readonly place: string | undefined;
  /** Seconds after which the client may retry; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;
  /** A path of the web UI, which answers link to. */
  readonly pagePath: string | undefined;

  constructor(refusal: Refusal, options: RefusalOptions = {}) {
    super(options.message ?? messageOf(refusal), options);
    this.refusal = refusal;
    this.place = options.place;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.pagePath = options.pagePath;
  }

  get code(): number | string {
    return flipperCodeOf(this.refusal);
  }
}

/** Does work, and prefixes the message of its refusal with a position in the request. */
export function atPlace<Answer>(place: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatehouseError) {
      throw new GatehouseError(error.refusal, {
        message: `${place}: ${error.message}`,
        cause: error,
      });
    }
    throw error;
  }
}
