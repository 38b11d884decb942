import type { RequestRow } from "../../api/admin/contract/request-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../session/session.ts";

export type { RequestRow };

/** The open requests of the project, the latest first. */
export function useOpenRequests() {
  const { mode } = useSession();
  return useAnswer("GET /requests", {}, { isNeeded: mode === "hosted" });
}

/** Whether a person wrote a request. */
export function isOf({ author }: RequestRow, user: number | null): boolean {
  return author.type === "User" && author.id === String(user);
}

export function ownVote({ votes }: RequestRow, user: number | null) {
  return votes.find(({ voter }) => voter.type === "User" && voter.id === user);
}

/** Whether a request needs something of a person: a vote, or of its author the next step. */
export function waitsFor(request: RequestRow, user: number | null): boolean {
  const { state, can, apply } = request;
  if (isOf(request, user)) {
    return (
      state === "drifted" ||
      state === "changes_asked" ||
      (state === "approved" && apply.kind === "author")
    );
  }
  return state === "waiting" && can.vote && ownVote(request, user) === undefined;
}

/** How many requests wait for the person. */
export function useWaitingCount(): number {
  const { user } = useSession();
  const requests = useOpenRequests().data?.requests ?? [];
  return requests.filter((each) => waitsFor(each, user?.id ?? null)).length;
}
