import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { cleanKey } from "./clean-key.ts";
import { DescriptionFields, emptyDescription, toDescription } from "./description-fields.tsx";

const { newFeature: words } = texts;

interface FormProps {
  /** The key that the form begins with. */
  readonly name: string;
  readonly features: readonly FeatureRow[];
  readonly onClose: () => void;
}

export function NewFeatureModal({
  isOpen,
  ...form
}: FormProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal isOpen={isOpen} onClose={form.onClose} title={words.title}>
      <NewFeatureForm {...form} />
    </Modal>
  );
}

function NewFeatureForm({ name, features, onClose }: FormProps): ReactElement {
  const { id } = useEnvironment();
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const [key, setKey] = useState(name);
  const [description, setDescription] = useState(emptyDescription);
  const create = useChange("POST /environments/:environment/features", {
    isShown: () => true,
    onDone: (answer) => {
      onClose();
      navigate(pagePath(featurePath(answer.key)));
      showDone(fill(words.created, { key: answer.key }));
    },
  });
  const cleaned = cleanKey(key);
  const isInvisible = cleaned !== key.trim();
  const exists = features.some((feature) => feature.key === cleaned);
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
        error={
          exists
            ? fill(words.exists, { key: cleaned })
            : isInvisible
              ? words.invisible
              : create.error?.message
        }
        hint={words.keyHint}
        label={words.key}
        maxLength={255}
        onChange={({ target }) => setKey(target.value)}
        required={true}
        spellCheck={false}
        value={key}
      />
      {exists ? (
        <Button
          onClick={() => {
            onClose();
            navigate(pagePath(featurePath(cleaned)));
          }}
        >
          {words.openExisting}
        </Button>
      ) : (
        isInvisible &&
        cleaned !== "" && (
          <Button onClick={() => setKey(cleaned)}>
            {fill(words.useCleaned, { key: cleaned })}
          </Button>
        )
      )}
      <DescriptionFields onChange={setDescription} value={description} />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button
          disabled={exists || isInvisible}
          isBusy={create.isPending}
          look="main"
          type="submit"
        >
          {texts.common.create}
        </Button>
      </footer>
    </form>
  );
}
