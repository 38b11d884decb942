import { type ReactElement, type ReactNode, useState } from "react";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { Modal } from "./modal.tsx";

interface ConfirmByNameProps {
  readonly title: string;
  readonly description: ReactNode;
  /** The text to type; null if a click is enough. */
  readonly name: string | null;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isOpen: boolean;
  readonly isBusy?: boolean;
  /** Further fields, before the buttons. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: (typed: string) => void;
}

/** Asks before a change that many people notice; the server compares the typed name too. */
export function ConfirmByName(props: ConfirmByNameProps): ReactElement {
  return (
    <Modal
      description={props.description}
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
    >
      <ConfirmForm {...props} />
    </Modal>
  );
}

/** A separate component, so that the typed text is dropped when the dialog closes. */
function ConfirmForm({
  name,
  action,
  isDanger = false,
  isBusy = false,
  children,
  onClose,
  onConfirm,
}: ConfirmByNameProps): ReactElement {
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(typed);
      }}
    >
      {name !== null && (
        <TextField
          autoComplete="off"
          autoFocus={true}
          label={fill(texts.confirm.typeName, { name })}
          onChange={({ target }) => setTyped(target.value)}
          spellCheck={false}
          value={typed}
        />
      )}
      {children}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button
          disabled={name !== null && typed !== name}
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
