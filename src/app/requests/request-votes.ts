import { GatehouseError } from "../../core/errors.ts";
import { standingOf } from "../../core/model/approvals.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { ChangeRequest, Vote } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import { openedRequest, otherVotes, requireApprover, voterOf } from "./request-checks.ts";
import { act, save } from "./request-saves.ts";

export interface NewVote {
  readonly kind: Vote["kind"];
  /** The hash that the voter saw. */
  readonly hash: string;
  readonly text: string | null;
}

/**
 * Votes on what the voter saw; replaces an earlier vote of the same voter. Throws `gate_changed` for
 * another hash, `request_drifted`, `approver_required`, and `own_request` for the author's vote.
 */
export function voteOnRequest(
  draft: Draft,
  caller: Caller,
  id: number,
  { kind, hash, text }: NewVote,
): ChangeRequest {
  const request = openedRequest(draft, caller, id);
  if (request.state === "drifted") {
    throw new GatehouseError("request_drifted");
  }
  if (request.hash !== hash) {
    throw new GatehouseError("gate_changed", {
      message: "The request has changed since: look at it again",
    });
  }
  const vote: Vote = { ...voterOf(draft, caller), kind, text, at: draft.now };
  requireApprover(draft, request, vote);
  const voted = { ...request, votes: [...otherVotes(request, vote.voter), vote] };
  const moment = { state: draft.state, now: draft.now };
  const isNewlyApproved =
    standingOf(moment, voted).isApproved && !standingOf(moment, request).isApproved;
  const type =
    kind === "ask" ? "request.changes_asked" : isNewlyApproved ? "request.approved" : null;
  save(draft, voted, type && { type, actor: caller.actor, reason: text });
  act(draft, voted, "request.voted", caller.actor, { vote: kind, hash, text });
  return voted;
}

/** Takes the caller's vote back. Throws `vote_not_found`. */
export function withdrawVote(draft: Draft, caller: Caller, id: number): ChangeRequest {
  const request = openedRequest(draft, caller, id);
  const { voter } = voterOf(draft, caller);
  const votes = otherVotes(request, voter);
  if (votes.length === request.votes.length) {
    throw new GatehouseError("vote_not_found");
  }
  const changed = { ...request, votes };
  save(draft, changed, null);
  act(draft, changed, "request.vote_withdrawn", caller.actor, {});
  return changed;
}
