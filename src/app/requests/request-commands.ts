import { GatehouseError } from "../../core/errors.ts";
import { expiresDaysDefault } from "../../core/model/approval-policy.ts";
import { standingOf } from "../../core/model/approvals.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { NotedEvent } from "../../core/model/change.ts";
import { type ChangeRequest, openRequestsMax } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import { basesOf, requestHash } from "../../core/model/request-base.ts";
import { dayMs } from "../../core/time-units.ts";
import {
  isHeld,
  openedRequest,
  type RequestContent,
  requireAuthor,
  requireAuthorOrAdmin,
  requireContent,
  requireSize,
} from "./request-checks.ts";
import { act, end, save } from "./request-saves.ts";

/**
 * Opens a request in the caller's environment, based on the state of the command. Throws
 * `request_limit`, `request_too_large`, `reason_required`, and `parameter_invalid` for a time in the
 * past.
 */
export function openRequest(draft: Draft, caller: Caller, content: RequestContent): ChangeRequest {
  const { environment, actor } = caller;
  const open = draft.state.requests.count((each) => each.environmentId === environment.id);
  if (open >= openRequestsMax) {
    throw new GatehouseError("request_limit");
  }
  requireContent(draft, environment.id, content);
  const rules = draft.state.policies.get(environment.id)?.rules;
  const bases = basesOf(draft.state, environment, content.commands);
  const request: ChangeRequest = {
    ...content,
    ...bases,
    id: draft.nextId("request"),
    environmentId: environment.id,
    author: actor,
    state: "open",
    revision: 1,
    hash: requestHash({ environmentId: environment.id, ...content, ...bases }),
    votes: [],
    openedAt: draft.now,
    expiresAt: draft.now + (rules?.expiresDays ?? expiresDaysDefault) * dayMs,
    ...{ missedAt: null, failure: null, endedAt: null, endedBy: null },
    ...{ firstAudit: null, lastAudit: null },
  };
  requireSize(draft, request);
  save(draft, request, { type: "request.opened", actor, reason: content.reason });
  return request;
}

/**
 * Writes another content, which costs all votes. Only the author may. Throws `not_request_author`,
 * `request_ended`, and as `openRequest`.
 */
export function editRequest(
  draft: Draft,
  caller: Caller,
  id: number,
  changed: Partial<RequestContent>,
): ChangeRequest {
  const request = openedRequest(draft, caller, id);
  requireAuthor(request, caller.actor);
  const { title, reason, commands, apply } = request;
  const content = { title, reason, commands, apply, ...changed };
  requireContent(draft, request.environmentId, content);
  return renew(draft, caller, { ...request, ...content, missedAt: null }, "request.rebased");
}

/**
 * Bases a request on the current state, which costs all votes. Throws `request_ended`, and
 * `role_required` unless the caller may write.
 */
export function rebaseRequest(draft: Draft, caller: Caller, id: number): ChangeRequest {
  return renew(draft, caller, openedRequest(draft, caller, id), "request.rebased");
}

/** Makes the caller the author of a request whose author has left; costs all votes. */
export function adoptRequest(draft: Draft, caller: Caller, id: number): ChangeRequest {
  const request = openedRequest(draft, caller, id);
  if (!isHeld(draft, request)) {
    throw new GatehouseError("request_has_author");
  }
  return renew(draft, caller, { ...request, author: caller.actor }, "request.rebased");
}

function renew(
  draft: Draft,
  { environment, actor }: Caller,
  request: ChangeRequest,
  type: NotedEvent["type"],
): ChangeRequest {
  const bases = basesOf(draft.state, environment, request.commands);
  const renewed: ChangeRequest = {
    ...request,
    ...bases,
    ...{ state: "open", revision: request.revision + 1, votes: [], failure: null },
    hash: requestHash({ ...request, ...bases }),
  };
  requireSize(draft, renewed);
  save(draft, renewed, { type, actor, reason: null });
  return renewed;
}

/** Ends a request; its author and admins may. Throws `not_request_author`. */
export function withdrawRequest(draft: Draft, caller: Caller, id: number): ChangeRequest {
  const request = openedRequest(draft, caller, id);
  requireAuthorOrAdmin(draft, caller, request);
  return end(draft, request, "withdrawn", caller.actor);
}

/** Ends requests after their time. Returns null if it is not over, or the request has ended. */
export function expireRequest(draft: Draft, id: number): ChangeRequest | null {
  const request = draft.state.requests.get(id);
  if (request === undefined || draft.now < request.expiresAt || isScheduled(draft, request)) {
    return null;
  }
  return end(draft, request, "expired", null);
}

/** Whether a request only waits for its time. */
function isScheduled({ state, now }: Draft, request: ChangeRequest): boolean {
  const { apply } = request;
  return apply.kind === "at" && now < apply.at && standingOf({ state, now }, request).isApproved;
}

/** Notes that the time of a request has passed without approval; it costs the approvals. */
export function missRequest(draft: Draft, id: number): ChangeRequest | null {
  const request = draft.state.requests.get(id);
  if (
    request?.apply.kind !== "at" ||
    request.missedAt !== null ||
    draft.now < request.apply.at ||
    standingOf({ state: draft.state, now: draft.now }, request).isApproved
  ) {
    return null;
  }
  const votes = request.votes.filter(({ kind }) => kind === "ask");
  const missed = { ...request, votes, missedAt: draft.now };
  save(draft, missed, { type: "request.missed", actor: null, reason: null });
  return missed;
}

/** Notes why the server could not apply a request by itself. It does not try again. */
export function failRequest(draft: Draft, id: number, hash: string, failure: string): void {
  const request = draft.state.requests.get(id);
  if (request?.hash === hash && request.failure === null) {
    save(draft, { ...request, failure }, null);
    act(draft, request, "request.failed", null, { failure });
  }
}
