import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { DescriptionFields, emptyDescription, toDescription } from "./description-fields.tsx";

const { newFeature: words } = texts;

export function NewFeatureModal({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={words.title}>
      <NewFeatureForm onClose={onClose} />
    </Modal>
  );
}

function NewFeatureForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { id } = useEnvironment();
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const [key, setKey] = useState("");
  const [description, setDescription] = useState(emptyDescription);
  const create = useChange("POST /environments/:environment/features", {
    isShown: () => true,
    onDone: (answer) => {
      onClose();
      navigate(pagePath(featurePath(answer.key)));
      showDone(fill(words.created, { key: answer.key }));
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          params: { environment: id },
          body: { key, ...toDescription(description) },
        });
      }}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        autoFocus={true}
        error={create.error?.message}
        hint={words.keyHint}
        label={words.key}
        maxLength={255}
        onChange={({ target }) => setKey(target.value)}
        required={true}
        spellCheck={false}
        value={key}
      />
      <DescriptionFields onChange={setDescription} value={description} />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={create.isPending} look="main" type="submit">
          {texts.common.create}
        </Button>
      </footer>
    </form>
  );
}
