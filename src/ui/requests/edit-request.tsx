import { type ReactElement, useState } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import type { SentCommand } from "../feature-gates/draft-commands.ts";
import { percentageOf } from "../gates/percentage.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { AskFields, type AskInput } from "../policies/ask-fields.tsx";
import { applyOf, typedWhen } from "../policies/request-when.tsx";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { texts } from "../texts/texts.ts";
import { commandWords } from "./command-words.ts";
import type { ShownRequest } from "./gate-sides.ts";
import type { RequestRow } from "./open-requests.ts";

const { request: words } = requestsTexts;

interface EditProps {
  readonly answer: ShownRequest;
  readonly onClose: () => void;
  readonly onOwnChange: (request: RequestRow) => void;
}

/** Edits a request, which costs its votes. */
export function EditRequest({
  isOpen,
  ...rest
}: EditProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal
      description={words.editText}
      isOpen={isOpen}
      look="wide"
      onClose={rest.onClose}
      title={words.editTitle}
    >
      <EditForm {...rest} />
    </Modal>
  );
}

/** A command, and for a percentage the typed value. */
interface EditedCommand {
  readonly command: SentCommand;
  readonly typed: string | null;
}

function EditForm({ answer, onClose, onOwnChange }: EditProps): ReactElement {
  const { request } = answer;
  const [ask, setAsk] = useState<AskInput>({
    title: request.title,
    when: typedWhen(request.apply),
  });
  const [reason, setReason] = useState(request.reason ?? "");
  const [commands, setCommands] = useState(() =>
    (answer.commands as SentCommand[]).map(editedCommand),
  );
  const edit = useChange("PATCH /requests/:request", {
    isShown: () => true,
    onDone: ({ request: after }) => {
      onOwnChange(after);
      showDone(words.edited);
    },
  });
  const apply = applyOf(ask.when);
  const sent = commands.map(sentCommand);
  const isComplete = ask.title.trim() !== "" && apply !== null && !sent.includes(null);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && apply !== null) {
          edit.mutate(
            {
              params: { request: request.id },
              body: {
                title: ask.title.trim(),
                ...(reason.trim() === "" ? {} : { reason }),
                apply,
                commands: sent.filter((each) => each !== null),
              },
            },
            { onSuccess: onClose },
          );
        }
      }}
    >
      <AskFields input={ask} onChange={setAsk} />
      <TextArea
        label={approvalTexts.approval.why}
        onChange={({ target }) => setReason(target.value)}
        rows={2}
        value={reason}
      />
      <EditedCommands commands={commands} onChange={setCommands} />
      {edit.error !== null && (
        <p className="field-error" role="alert">
          {edit.error.message}
        </p>
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={!isComplete} isBusy={edit.isPending} look="main" type="submit">
          {words.save}
        </Button>
      </footer>
    </form>
  );
}

function editedCommand(command: SentCommand): EditedCommand {
  return { command, typed: isPercentage(command) ? String(command.value) : null };
}

type Percentage = Extract<SentCommand, { readonly value: number }>;

function isPercentage(command: SentCommand): command is Percentage {
  return command.kind === "percentage_of_actors" || command.kind === "percentage_of_time";
}

/** Null for a value that is no percentage. */
function sentCommand({ command, typed }: EditedCommand): SentCommand | null {
  if (!isPercentage(command)) {
    return command;
  }
  const value = percentageOf(typed ?? "");
  return value === null ? null : { ...command, value };
}

function EditedCommands({
  commands,
  onChange,
}: {
  readonly commands: readonly EditedCommand[];
  readonly onChange: (commands: EditedCommand[]) => void;
}): ReactElement {
  return (
    <fieldset className="field">
      <legend>{words.editChanges}</legend>
      <ul className="request-edits">
        {commands.map((each, index) => {
          const { command, typed } = each;
          const what = commandWords(command);
          return (
            <li key={index}>
              {typed === null || !isPercentage(command) ? (
                <span>{what}</span>
              ) : (
                <TextField
                  inputMode="decimal"
                  label={fill(words.percentage, { key: command.key })}
                  onChange={({ target }) =>
                    onChange(commands.with(index, { command, typed: target.value }))
                  }
                  value={typed}
                />
              )}
              {commands.length > 1 && (
                <IconButton
                  icon="close"
                  label={fill(words.removeChange, { what })}
                  onClick={() => onChange(commands.filter((_, at) => at !== index))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
