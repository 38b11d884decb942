import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import type { RequestRow } from "./open-requests.ts";

const { request: words } = requestsTexts;

/** The vote of this person on a request. */
export function useVote({ id }: RequestRow) {
  const params = { request: id };
  const withdraw = useChange("DELETE /requests/:request/votes", {
    onDone: () => showDone(words.voteWithdrawn),
  });
  const vote = useChange("POST /requests/:request/votes", {
    onDone: (_, { body }) => {
      if (body.vote === "approve") {
        const undo = { label: words.undo, onChoose: () => withdraw.mutate({ params }) };
        showDone(words.approved, undo);
      } else {
        showDone(words.asked);
      }
    },
  });
  return {
    isBusy: vote.isPending || withdraw.isPending,
    approve: (hash: string) => vote.mutate({ params, body: { vote: "approve", hash } }),
    ask: (hash: string, text: string, onDone: () => void) =>
      vote.mutate({ params, body: { vote: "ask", hash, text } }, { onSuccess: onDone }),
    withdraw: () => withdraw.mutate({ params }),
  };
}

export type OwnVote = ReturnType<typeof useVote>;
type Transition = "rebase" | "apply" | "withdraw" | "adopt";

/** The next step of a request. */
export function useTransition({ id }: RequestRow, onDone: (request: RequestRow) => void) {
  const done = (text: string) => ({
    onDone: ({ request }: { readonly request: RequestRow }) => {
      onDone(request);
      showDone(text);
    },
  });
  const steps = {
    rebase: useChange("POST /requests/:request/rebase", done(words.rebased)),
    apply: useChange("POST /requests/:request/apply", done(words.applied)),
    withdraw: useChange("POST /requests/:request/withdraw", done(words.withdrawn)),
    adopt: useChange("POST /requests/:request/adopt", done(words.adopted)),
  };
  return {
    isBusy: Object.values(steps).some(({ isPending }) => isPending),
    run: (step: Transition) => steps[step].mutate({ params: { request: id } }),
  };
}
