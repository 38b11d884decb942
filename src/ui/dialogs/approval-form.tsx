import { type ReactElement, useState } from "react";
import type { ApprovalQuestion, AskedQuestion } from "../api/questions.ts";
import { useAnswer } from "../api/use-answer.ts";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { BypassNote, isBypassReason } from "../approvals/bypass-note.tsx";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";
import { isAtLeast, roleIn, useSessionQuery } from "../session/session.ts";
import { approvalTexts } from "../texts/approval-texts.ts";
import { texts } from "../texts/texts.ts";

const { approval: words } = approvalTexts;

/** Offers to send a refused change as a request, or without approval. */
export function ApprovalForm({
  asked,
  question: { environment, reason: sent },
}: {
  readonly asked: AskedQuestion;
  readonly question: ApprovalQuestion;
}): ReactElement {
  const session = useSessionQuery().data;
  const policy = useAnswer(
    "GET /environments/:environment/policy",
    { params: { environment } },
    { isNeeded: environment !== "" },
  ).data?.policy;
  const environments = useAnswer("GET /environments", {}).data?.environments;
  const found = environments?.find(({ slug }) => slug === environment);
  const name = found?.name ?? environment;
  const role = session === undefined ? null : roleIn(session, found?.id);
  const [reason, setReason] = useState(sent);
  const [isBypassing, setBypassing] = useState(false);
  const mayBypass = policy?.bypass.roles.some((each) => isAtLeast(role, each)) === true;
  const needsReason = policy?.reason === "always";
  const isComplete = isBypassing ? isBypassReason(reason) : !needsReason || reason.trim() !== "";
  return (
    <form
      className="stack approval-form"
      onSubmit={(event) => {
        event.preventDefault();
        // React's events pass through portals, to a form around the dialog too.
        event.stopPropagation();
        asked.answer({ as: isBypassing ? "bypass" : "request", reason });
      }}
    >
      <ApprovalStyles />
      {isBypassing && <BypassNote environment={name} />}
      <TextArea
        autoFocus={true}
        hint={isBypassing ? words.bypassHint : needsReason ? words.whyNeeded : words.whyHint}
        label={words.why}
        onChange={({ target }) => setReason(target.value)}
        rows={2}
        value={reason}
      />
      <footer className="modal-foot">
        {mayBypass && !isBypassing && (
          <Button look="quiet-danger" onClick={() => setBypassing(true)}>
            {words.bypass}
          </Button>
        )}
        <Button onClick={() => (isBypassing ? setBypassing(false) : asked.answer(null))}>
          {isBypassing ? texts.drafts.back : texts.common.cancel}
        </Button>
        <Button disabled={!isComplete} look={isBypassing ? "danger" : "main"} type="submit">
          {isBypassing ? words.bypassAction : words.ask}
        </Button>
      </footer>
    </form>
  );
}
