import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { DescriptionFields, toDescription, typedDescription } from "./description-fields.tsx";

const { feature: words } = texts;

/** Edits the description of a feature. */
export function DescribeModal({
  feature,
  isOpen,
  onClose,
}: {
  readonly feature: FeatureAnswer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={fill(words.describeTitle, { key: feature.key })}
    >
      <DescribeForm feature={feature} onClose={onClose} />
    </Modal>
  );
}

function DescribeForm({
  feature,
  onClose,
}: {
  readonly feature: FeatureAnswer;
  readonly onClose: () => void;
}): ReactElement {
  const { id } = useEnvironment();
  const [before] = useState(() => toDescription(typedDescription(feature)));
  const [typed, setTyped] = useState(() => typedDescription(feature));
  const change = useChange("PATCH /environments/:environment/features/:key", {
    isShown: () => true,
    onDone: () => {
      onClose();
      showDone(words.described);
    },
  });
  const body = changedFields(before, toDescription(typed));
  const isChanged = Object.keys(body).length > 0;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ params: { environment: id, key: feature.key }, body });
      }}
    >
      <DescriptionFields onChange={setTyped} value={typed} />
      {change.error !== null && (
        <p className="field-error" role="alert">
          {change.error.message}
        </p>
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={!isChanged} isBusy={change.isPending} look="main" type="submit">
          {texts.common.save}
        </Button>
      </footer>
    </form>
  );
}

type Body = ReturnType<typeof toDescription>;

/** Only the edited fields, so that another person's edit of the others stays. */
function changedFields(before: Body, after: Body): Partial<Body> {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(before)).get(name)),
  );
  return Object.fromEntries(changed);
}
