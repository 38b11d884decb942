import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { showRequested } from "../api/requested.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import type { SentCommand } from "../feature-gates/draft-commands.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TextArea } from "../parts/field.tsx";
import { PageHead } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { requestsPath } from "../paths/request-path.ts";
import { AskFields, type AskInput, NeededApprovals } from "../policies/ask-fields.tsx";
import { applyOf, typedWhen } from "../policies/request-when.tsx";
import { useRoleCheck } from "../session/session.ts";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { commandsIn, commandWords } from "./command-words.ts";
import { AskedCommands } from "./request-diff.tsx";

const { request: words, requests } = requestsTexts;

/** A filled-in request: clients get the link when a change is refused. */
export function NewRequestPage(): ReactElement {
  const [params] = useQueryState();
  const { environments } = useEnvironments();
  const pagePath = usePagePath();
  const slug = params.get("environment") ?? "";
  const project = params.get("project") ?? "";
  const projects = useAnswer("GET /projects", {}).data?.projects;
  const environment = environments.find((each) => each.slug === slug);
  // The environments of this page are those of the first project.
  const isHere = projects === undefined || project === "" || projects[0]?.name === project;
  const text = params.get("commands");
  const commands = commandsIn(text);
  return (
    <>
      <PageHead
        before={
          <Link className="crumb" href={pagePath(requestsPath)}>
            {requests.title}
          </Link>
        }
        label={words.newTitle}
        title={words.newTitle}
      />
      <div className="page-body request-new">
        {environment === undefined || !isHere ? (
          <EmptyState
            icon="inbox"
            title={fill(words.newOtherProject, { environment: slug, project })}
          />
        ) : commands === null ? (
          <EmptyState icon="inbox" title={text === null ? words.newNoCommands : words.newNothing} />
        ) : (
          <NewRequest commands={commands} environment={environment} />
        )}
      </div>
    </>
  );
}

function NewRequest({
  environment,
  commands,
}: {
  readonly environment: EnvironmentRow;
  readonly commands: readonly SentCommand[];
}): ReactElement {
  const mayAsk = useRoleCheck()("member", environment.id);
  const { rules } = usePolicy(environment.id);
  const [first] = commands;
  const [ask, setAsk] = useState<AskInput>({
    title: first === undefined ? "" : commandWords(first),
    when: typedWhen(),
  });
  const [reason, setReason] = useState("");
  const open = useChange("POST /environments/:environment/requests", {
    isShown: () => true,
    onDone: (answer) => showRequested(answer),
  });
  const apply = applyOf(ask.when);
  const isComplete =
    ask.title.trim() !== "" &&
    apply !== null &&
    (rules?.reason !== "always" || reason.trim() !== "");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && apply !== null) {
          open.mutate({
            params: { environment: environment.id },
            body: {
              title: ask.title.trim(),
              commands: [...commands],
              apply,
              ...(reason.trim() === "" ? {} : { reason }),
            },
          });
        }
      }}
    >
      <p className="request-lead">
        <EnvironmentDot environment={environment} />
        <b>{environment.name}</b> {words.newLead}
      </p>
      <AskedCommands commands={commands} title={words.editChanges} />
      {mayAsk && (
        <>
          <AskFields input={ask} onChange={setAsk} />
          <TextArea
            hint={approvalTexts.approval.whyHint}
            label={approvalTexts.approval.why}
            onChange={({ target }) => setReason(target.value)}
            rows={2}
            value={reason}
          />
          {rules !== null && <NeededApprovals environment={environment} rules={rules} />}
          {open.error !== null && (
            <p className="field-error" role="alert">
              {open.error.message}
            </p>
          )}
          <footer className="modal-foot">
            <Button disabled={!isComplete} isBusy={open.isPending} look="main" type="submit">
              {approvalTexts.approval.ask}
            </Button>
          </footer>
        </>
      )}
    </form>
  );
}
