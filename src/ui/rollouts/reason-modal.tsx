import { type ReactElement, useState } from "react";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { texts } from "../texts/texts.ts";

const { plan: words } = rolloutsTexts;

interface ReasonProps {
  readonly action: string;
  readonly isDanger: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why before a step that needs a reason. */
export function ReasonModal({
  title,
  text,
  isOpen,
  ...rest
}: ReasonProps & {
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
}): ReactElement {
  return (
    <Modal description={text} isOpen={isOpen} onClose={rest.onClose} title={title}>
      <ReasonForm {...rest} />
    </Modal>
  );
}

function ReasonForm({ action, isDanger, isBusy, onConfirm, onClose }: ReasonProps): ReactElement {
  const [reason, setReason] = useState("");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(reason);
      }}
    >
      <TextArea
        autoFocus={true}
        hint={words.whyHint}
        label={words.why}
        onChange={({ target }) => setReason(target.value)}
        rows={2}
        value={reason}
      />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button
          disabled={reason.trim() === ""}
          isBusy={isBusy}
          look={isDanger ? "danger" : "main"}
          type="submit"
        >
          {action}
        </Button>
      </footer>
    </form>
  );
}
