import { GatehouseError } from "../../core/errors.ts";
import { memoizePerObject } from "../../core/memo/memoize-per-object.ts";
import { isApprover, isOwnVote, policiesOf } from "../../core/model/approvals.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import {
  type ChangeRequest,
  openRequestBytesMax,
  type RequestApply,
  type RequestCommand,
  requestBytesMax,
  requestCommandsMax,
  type Vote,
  type Voter,
} from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { roleInEnvironment } from "../../core/model/member-role.ts";
import { roleAtLeast } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";
import { roleOfCaller } from "../commands/role-of-caller.ts";

export interface RequestContent {
  readonly title: string;
  readonly reason: string | null;
  readonly commands: readonly RequestCommand[];
  readonly apply: RequestApply;
}

/** The open request of the caller's environment. Throws `request_not_found` and `request_ended`. */
export function openedRequest(
  { state }: Draft,
  { environment }: Pick<Caller, "environment">,
  id: number,
): ChangeRequest {
  const request = state.requests.get(id);
  if (request === undefined && id <= state.lastIds.request) {
    throw new GatehouseError("request_ended");
  }
  if (request?.environmentId !== environment.id) {
    throw new GatehouseError("request_not_found");
  }
  return request;
}

/** Whether the author of a request may no longer write: nothing happens until it is adopted. */
export function isHeld(
  { state, now }: Pick<Draft, "state" | "now">,
  { author, environmentId }: Pick<ChangeRequest, "author" | "environmentId">,
): boolean {
  if (author.type === "Token") {
    const token = state.tokens.find(({ id }) => String(id) === author.id);
    return (
      token === undefined ||
      token.environmentId !== environmentId ||
      token.access !== "read_and_write" ||
      token.revokedAt !== null ||
      (token.expiresAt !== null && now >= token.expiresAt)
    );
  }
  const role = roleInEnvironment(state, Number(author.id), environmentId);
  return role === undefined || !roleAtLeast(role, "member");
}

/** Throws `not_request_author`. */
export function requireAuthorOrAdmin(draft: Draft, caller: Caller, request: ChangeRequest): void {
  const role =
    caller.token === null ? roleOfCaller(draft, caller.session, request.environmentId) : undefined;
  if (role === undefined || !roleAtLeast(role, "admin")) {
    requireAuthor(request, caller.actor);
  }
}

/** Throws `not_request_author`. */
export function requireAuthor({ author }: ChangeRequest, actor: AuditActor): void {
  if (author.type !== actor.type || author.id !== actor.id) {
    throw new GatehouseError("not_request_author");
  }
}

/** Throws `approver_required` for a caller who is no person and no token of its own. */
export function voterOf({ before }: Pick<Draft, "before">, caller: Caller): OfVoter {
  const voter = voterIn(before, caller);
  if (voter === null) {
    throw new GatehouseError("approver_required", {
      message: "A command on the server's machine has no vote: sign in, or use a token with a vote",
    });
  }
  return voter;
}

type OfVoter = Pick<Vote, "voter" | "userId">;

/** The voter that a caller is; null for someone with access to the data, who is nobody. */
export function voterIn(
  { personalTokens }: State,
  { token, session }: Pick<Caller, "token" | "session">,
): OfVoter | null {
  if (token !== null) {
    return { voter: { type: "Token", id: token.id }, userId: token.ownerId };
  }
  if (session === undefined) {
    return null;
  }
  const { userId } = session;
  const id = session.isPersonalToken === true ? personalTokens.get(session.hash)?.id : undefined;
  return {
    voter: id === undefined ? { type: "User", id: userId } : { type: "PersonalToken", id },
    userId,
  };
}

/** Throws `approver_required` for a caller who approves nothing in a protected environment. */
export function requireApproverOf(draft: Draft, caller: Caller, { id }: Environment): void {
  const { state, now } = draft;
  const policy = state.policies.get(id);
  if (policy !== undefined && !isApprover({ state, now }, policy, voterOf(draft, caller).voter)) {
    throw new GatehouseError("approver_required");
  }
}

/** Throws `approver_required` and `own_request`. */
export function requireApprover(draft: Draft, request: ChangeRequest, vote: Vote): void {
  const { state, now } = draft;
  const policies = policiesOf(state, request);
  if (!policies.some((policy) => isApprover({ state, now }, policy, vote.voter))) {
    throw new GatehouseError(
      "approver_required",
      vote.voter.type === "PersonalToken"
        ? {
            message:
              "A personal token has a vote only if it may approve, and a rule of the policy names it",
          }
        : {},
    );
  }
  const isOwn = isOwnVote(state, request, vote);
  if (isOwn && !policies.some(({ rules }) => rules.selfApproval)) {
    throw new GatehouseError("own_request");
  }
}

export function otherVotes({ votes }: ChangeRequest, voter: Voter): readonly Vote[] {
  return votes.filter(
    (each) => each.voter.type !== voter.type || String(each.voter.id) !== String(voter.id),
  );
}

/** Throws `request_too_large`, `parameter_invalid` and `reason_required`. */
export function requireContent(
  { state, now }: Draft,
  environmentId: number,
  { commands, apply, reason }: RequestContent,
): void {
  if (commands.length > requestCommandsMax) {
    throw new GatehouseError("request_too_large");
  }
  if (apply.kind === "at" && apply.at <= now) {
    throw new GatehouseError("parameter_invalid", { message: "apply.at must be in the future" });
  }
  if (reason === null && state.policies.get(environmentId)?.rules.reason === "always") {
    throw new GatehouseError("reason_required", { place: "reason" });
  }
}

/** Throws `request_too_large`, and `request_limit` if all open requests would be too large. */
export function requireSize({ state }: Pick<Draft, "state">, request: ChangeRequest): void {
  const size = sizeOf(request);
  if (size > requestBytesMax) {
    throw new GatehouseError("request_too_large", {
      message: `The commands and their base can have at most ${requestBytesMax} characters`,
    });
  }
  const others = state.requests
    .valueSeq()
    .filter(({ environmentId, id }) => environmentId === request.environmentId && id !== request.id)
    .reduce((sum, other) => sum + sizeOf(other), 0);
  if (others + size > openRequestBytesMax) {
    throw new GatehouseError("request_limit", {
      message: "The open requests of the environment are too large together",
    });
  }
}

/** The length of what is large in a request. */
const sizeOf = memoizePerObject(
  ({ base, policyBase, commands }: ChangeRequest): number =>
    JSON.stringify([base, policyBase, commands]).length,
);
