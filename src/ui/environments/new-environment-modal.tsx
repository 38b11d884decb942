import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { environmentDetails, pathIn } from "../paths/environment-path.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { environments: words } = texts;

export function NewEnvironmentModal({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal description={words.newText} isOpen={isOpen} onClose={onClose} title={words.create}>
      <NewEnvironmentForm onClose={onClose} />
    </Modal>
  );
}

function NewEnvironmentForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [, navigate] = useLocation();
  const [name, setName] = useState("");
  const create = useChange("POST /environments", { isShown: () => true });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        // After the list was reloaded, so that the next page finds the environment there.
        create.mutate(
          { body: { name } },
          {
            onSuccess: ({ environment }) => {
              onClose();
              navigate(pathIn(environment, environmentDetails));
              showDone(fill(words.created, { name: environment.name }));
            },
          },
        );
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={create.error?.message}
        hint={words.nameHint}
        label={words.name}
        maxLength={255}
        onChange={({ target }) => setName(target.value)}
        required={true}
        spellCheck={false}
        value={name}
      />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={create.isPending} look="main" type="submit">
          {texts.common.create}
        </Button>
      </footer>
    </form>
  );
}
