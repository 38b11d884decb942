import { isHeld, voterIn } from "../../../app/requests/request-checks.ts";
import { isApprover, isOwnVote, policiesOf, standingOf } from "../../../core/model/approvals.ts";
import type { AuditActor } from "../../../core/model/audit.ts";
import type { Caller } from "../../../core/model/caller.ts";
import {
  type ChangeRequest,
  isOpenRequest,
  type Vote,
} from "../../../core/model/change-request.ts";
import { explained } from "../../../core/model/reason-links.ts";
import { roleAtLeast } from "../../../core/model/role.ts";
import type { State } from "../../../core/model/state.ts";
import type { AdminCaller } from "../admin-routes.ts";
import type { RequestRow } from "../contract/request-models.ts";

const shownKeysMax = 100;

/** What rows depend on. */
export interface RowMoment {
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The caller who sees the rows. */
export interface RowReader {
  readonly admin: AdminCaller;
  /** The author of what the caller would do. */
  readonly caller: Pick<Caller, "actor" | "token" | "session">;
}

/** A request with its standing now, and what the reader may do. */
export function requestRow(
  moment: RowMoment,
  request: ChangeRequest,
  reader: RowReader,
): RequestRow {
  const { state } = moment;
  const environment = state.environments.get(request.environmentId);
  const standing = isOpenRequest(request) ? standingOf(moment, request) : null;
  const counting = new Set(standing?.rules.flatMap(({ votes }) => votes));
  for (const ask of standing?.asks ?? []) {
    counting.add(ask);
  }
  const keys = new Set(
    request.commands.flatMap((each) => (each.kind === "policy" ? [] : each.key)),
  );
  const { reason, links } = explained(request.reason);
  const { id, title, revision, apply, openedAt, expiresAt } = request;
  const { missedAt, failure, endedAt, firstAudit, lastAudit, environmentId } = request;
  return {
    ...{ id, title, reason, links, revision, apply, openedAt, expiresAt },
    ...{ missedAt, failure, endedAt, firstAudit, lastAudit, environmentId },
    hash: votableHash(request),
    project: state.projects.get(environment?.projectId ?? 0)?.name ?? "",
    environment: environment?.slug ?? "",
    state: shownState(moment, request),
    author: actorRow(state, request.author),
    keys: [...keys].slice(0, shownKeysMax),
    commandCount: request.commands.length,
    rules: (standing?.rules ?? []).map(({ environmentId: ruled, rule, votes }) => ({
      environment: state.environments.get(ruled)?.slug ?? "",
      rule,
      approvals: votes.length,
    })),
    votes: request.votes.map((vote) => voteRow(state, vote, counting.has(vote))),
    endedBy: request.endedBy && actorRow(state, request.endedBy),
    can: rightsOf(moment, request, reader),
  };
}

/**
 * What an approval covers; empty for a drifted request, as what it shows could be approved after a
 * rebase that restores its base, but not what it would leave.
 */
export function votableHash({ state, hash }: Pick<ChangeRequest, "state" | "hash">): string {
  return state === "drifted" ? "" : hash;
}

/** The state as people see it. */
export function shownState(moment: RowMoment, request: ChangeRequest): RequestRow["state"] {
  if (request.state !== "open") {
    return request.state;
  }
  if (isHeld(moment, request)) {
    return "held";
  }
  const { asks, isApproved } = standingOf(moment, request);
  return asks.length > 0 ? "changes_asked" : isApproved ? "approved" : "waiting";
}

export function actorRow({ users, tokens }: State, { type, id }: AuditActor) {
  const name =
    type === "User"
      ? users.get(Number(id))?.name
      : tokens.find((token) => String(token.id) === id)?.name;
  return { type, id, name: name ?? null };
}

function voteRow(state: State, { voter, kind, text, at }: Vote, counts: boolean) {
  const name =
    voter.type === "User"
      ? state.users.get(voter.id)?.name
      : voter.type === "Token"
        ? state.tokens.find(({ id }) => id === voter.id)?.name
        : state.personalTokens.find(({ id }) => id === voter.id)?.name;
  return { voter: { type: voter.type, id: voter.id, name: name ?? null }, kind, text, at, counts };
}

function rightsOf(moment: RowMoment, request: ChangeRequest, { admin, caller }: RowReader) {
  const { author } = request;
  const isOpen = isOpenRequest(request);
  const isAuthor = author.type === caller.actor.type && author.id === caller.actor.id;
  const isMember =
    admin.token !== null || (admin.role !== null && roleAtLeast(admin.role, "member"));
  const mayEnd = isOpen && isMember && (isAuthor || isAdmin(admin));
  return {
    vote: request.state === "open" && mayVote(moment, request, caller),
    edit: isOpen && isMember && isAuthor,
    apply: mayEnd,
    withdraw: mayEnd,
    adopt: isOpen && isMember && isHeld(moment, request),
  };
}

export function isAdmin({ token, role }: AdminCaller): boolean {
  return token === null && role !== null && roleAtLeast(role, "admin");
}

function mayVote(moment: RowMoment, request: ChangeRequest, caller: RowReader["caller"]): boolean {
  const vote = voterIn(moment.state, caller);
  return (
    vote !== null &&
    policiesOf(moment.state, request).some(
      (policy) =>
        isApprover(moment, policy, vote.voter) &&
        (policy.rules.selfApproval || !isOwnVote(moment.state, request, vote)),
    )
  );
}
