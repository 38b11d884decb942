/** The refusals that only the UI's own API has, with their HTTP status and default message. */
export const uiRefusals = {
  input_invalid: { status: 422, message: "The input is invalid" },
  not_own_page: {
    status: 403,
    message: "Only the server's own pages may do this; reload the page and try again",
  },
  read_only: { status: 403, message: "This server lets nobody change anything in the web UI" },
  role_required: { status: 403, message: "Your role does not allow this" },
  proof_required: {
    status: 403,
    message: "Confirm with your password or a passkey that it is you, then try again",
  },
  session_required: {
    status: 403,
    message: "A personal token may not do this; sign in to the web UI",
  },
  signed_out: { status: 401, message: "You are signed out; sign in again" },
  project_not_found: { status: 404, message: "There is no such project" },
  environment_token_refused: {
    status: 403,
    message: "The token of an environment may not do this; use a personal token",
  },
  environment_not_found: { status: 404, message: "This environment does not exist any more" },
  project_exists: { status: 409, message: "There is a project with this name already" },
  project_limit: { status: 422, message: "The limit of projects is reached" },
  environment_fixed: { status: 422, message: "Only custom environments can be deleted" },
  environment_name_taken: {
    status: 409,
    message: "There is an environment with this name already",
  },
  name_wrong: { status: 422, message: "The typed name is not the right one" },
  token_not_found: { status: 404, message: "This token does not exist any more" },
  token_contradictory: {
    status: 422,
    message: "A token that may only evaluate features cannot manage environments",
  },
  group_fixed: { status: 422, message: "The program that runs the server decides about groups" },
  group_not_found: { status: 404, message: "This group is not registered any more" },
  group_used: { status: 409, message: "Features use this group" },
  feature_exists: { status: 409, message: "There is a feature with this key already" },
  member_exists: { status: 409, message: "This person is a member already" },
  owner_unknown: { status: 422, message: "This person is not a member of the organization" },
  passkeys_unavailable: {
    status: 422,
    message: "Passkeys need https, or a server on this machine",
  },
  webhook_not_found: { status: 404, message: "This webhook does not exist any more" },
  replica_not_found: { status: 404, message: "This replica does not exist any more" },
  production_mirrors_nothing: { status: 422, message: "Production cannot mirror itself" },
  migration_not_found: {
    status: 404,
    message:
      "There is no such migration any more: it was taken over or removed, or its day is over",
  },
  backup_running: { status: 409, message: "A backup is being made already" },
  backup_not_found: { status: 404, message: "There is no such backup any more" },
  backups_not_set_up: {
    status: 422,
    message: "The server has no directory for backups; see --backup-directory",
  },
  too_many_streams: { status: 429, message: "Too many pages are open; close some" },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type UiRefusalCode = keyof typeof uiRefusals;

interface UiRefusalOptions extends ErrorOptions {
  /** Replaces the default message. */
  readonly message?: string;
  /** Where in the input. */
  readonly place?: string;
}

/** The refusal of a request to the UI's own API. It changed nothing. */
export class UiRefusal extends Error {
  override readonly name = "UiRefusal";
  readonly code: UiRefusalCode;
  readonly place: string | undefined;

  constructor(code: UiRefusalCode, { message, place, ...options }: UiRefusalOptions = {}) {
    super(message ?? uiRefusals[code].message, options);
    this.code = code;
    this.place = place;
  }

  get status(): number {
    return uiRefusals[this.code].status;
  }
}
