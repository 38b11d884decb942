import { type ReactElement, useState } from "react";
import { useMayApprove } from "../approvals/may-approve.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useRoleCheck, useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { AskChanges } from "./ask-changes.tsx";
import { EditRequest } from "./edit-request.tsx";
import type { ShownRequest } from "./gate-sides.ts";
import { ownVote, type RequestRow } from "./open-requests.ts";
import { useTransition, useVote } from "./use-transitions.ts";

const { request: words } = requestsTexts;

interface ActionsProps {
  readonly answer: ShownRequest;
  /** The hash of what this person has looked at. */
  readonly hash: string;
  /** Whether this person has looked at the request as it is now. */
  readonly isLooked: boolean;
  /** After a change by this person, who knows what changed. */
  readonly onOwnChange: (request: RequestRow) => void;
}

/** What this person may do with a request now. */
export function RequestActions(props: ActionsProps): ReactElement {
  const { answer, hash, isLooked, onOwnChange } = props;
  const { request } = answer;
  const { can, state } = request;
  const { user } = useSession();
  const isMember = useRoleCheck()("member", request.environmentId);
  const isApprover = useIsApprover(request);
  const [opened, setOpened] = useState<"ask" | "edit" | "withdraw" | null>(null);
  const vote = useVote(request);
  const transition = useTransition(request, onOwnChange);
  const own = ownVote(request, user?.id ?? null);
  const isOpen = request.endedAt === null;
  const mayApprove = can.vote && own?.kind !== "approve";
  const canApprove = mayApprove && isLooked;
  const approve = () => canApprove && vote.approve(hash);
  const rebase = () => isOpen && isMember && state === "drifted" && transition.run("rebase");
  useShortcuts({
    a: approve,
    ...(can.vote ? { c: () => setOpened("ask") } : {}),
    r: rebase,
  });
  const close = () => setOpened(null);
  const canApply = can.apply && state === "approved" && request.apply.kind !== "at";
  return (
    <>
      {own !== undefined && isOpen && (
        <Button isBusy={vote.isBusy} onClick={vote.withdraw}>
          {words.withdrawVote}
        </Button>
      )}
      {can.vote && own?.kind !== "ask" && (
        <Button onClick={() => setOpened("ask")}>{words.askChanges}</Button>
      )}
      {can.adopt && (
        <Button isBusy={transition.isBusy} onClick={() => transition.run("adopt")}>
          {words.adopt}
        </Button>
      )}
      {(mayApprove || (state === "drifted" && isApprover && !can.edit)) && (
        <Button
          disabled={!canApprove}
          icon="check"
          isBusy={vote.isBusy}
          look={canApply ? "normal" : "main"}
          onClick={approve}
        >
          {words.approve}
        </Button>
      )}
      {can.edit && <Button onClick={() => setOpened("edit")}>{words.edit}</Button>}
      {canApply && (
        <Button
          icon="check"
          isBusy={transition.isBusy}
          look="main"
          onClick={() => transition.run("apply")}
        >
          {words.apply}
        </Button>
      )}
      {can.withdraw && (
        <Button look="quiet-danger" onClick={() => setOpened("withdraw")}>
          {words.withdraw}
        </Button>
      )}
      <AskChanges
        hash={hash}
        isOpen={opened === "ask"}
        onClose={close}
        request={request}
        vote={vote}
      />
      <EditRequest
        answer={answer}
        isOpen={opened === "edit"}
        onClose={close}
        onOwnChange={onOwnChange}
      />
      <ConfirmByName
        action={words.withdraw}
        description={words.withdrawText}
        isBusy={transition.isBusy}
        isDanger={true}
        isOpen={opened === "withdraw"}
        name={null}
        onClose={close}
        onConfirm={() => {
          transition.run("withdraw");
          close();
        }}
        title={fill(words.withdrawTitle, { title: request.title })}
      />
    </>
  );
}

function useIsApprover({ rules, environmentId }: RequestRow): boolean {
  const policyRules = rules.map(({ rule }) => rule);
  return useMayApprove(policyRules, environmentId);
}
