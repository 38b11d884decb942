import type { AnswerOf, InputOf, RouteName } from "../admin/calls/admin-call.ts";

/** How tools call the Admin API: with the rights of one caller, over HTTP or in this process. */
export interface AdminCalls {
  readonly call: <Name extends RouteName>(
    name: Name,
    input: InputOf<Name>,
  ) => Promise<AnswerOf<Name>>;
  /** The environment in paths, unless a tool names another one. */
  readonly environment: string;
  /** The project, unless a tool names another one; undefined for the first. */
  readonly project: string | undefined;
  /** The slug of the environment of the last answer; null if it is unknown. */
  readonly answeredEnvironment: () => string | null;
  /** Why a call failed; undefined for a fault of the program. */
  readonly failureOf: (error: unknown) => CallFailure | undefined;
}

export interface CallFailure {
  /** The code of a refusal (docs/admin-api.md#errors); null without one. */
  readonly code: string | number | null;
  readonly message: string;
  /** The change request that was opened instead of the change. */
  readonly request?: { readonly id: number; readonly title: string } | undefined;
}

/** What a client of MCP can do about a refusal, by its code. */
const remedies: ReadonlyMap<CallFailure["code"], string> = new Map<CallFailure["code"], string>([
  [
    "change_request_required",
    '; to ask for approval, call the tool again with "request": true and a "reason"',
  ],
  ["feature_not_found", "; list_features shows the keys, create_feature creates a feature"],
  ["gate_changed", "; call the tool again to plan with the current gates"],
  ["group_not_registered", "; register it first: gatehouse group add, or Groups in the web UI"],
  ["reason_required", '; call the tool again with a "reason"'],
  ["role_required", "; the scope of the token and the role of its member decide"],
  [
    "rollout_running",
    "; a person can pause or stop the rollout in the web UI or with gatehouse rollout",
  ],
  ["still_evaluated", '; "force": true deletes it anyway'],
  ["token_evaluate_only", "; use a token with the access read_only or read_and_write"],
  ["token_read_only", "; use a token with the access read_and_write"],
]);

/** Empty for a refusal without a remedy. */
export function remedyOf({ code }: Pick<CallFailure, "code">): string {
  return remedies.get(code) ?? "";
}
