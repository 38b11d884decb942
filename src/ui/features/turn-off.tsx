import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { turnOff: words } = texts.feature;

interface TurnOffProps {
  readonly feature: FeatureAnswer;
  readonly onClose: () => void;
}

/** Closes all gates of a feature in one environment, in an emergency. */
export function TurnOff({
  isOpen,
  ...rest
}: TurnOffProps & { readonly isOpen: boolean }): ReactElement {
  const { name } = useEnvironment();
  return (
    <Modal
      description={fill(words.text, { environment: name })}
      isOpen={isOpen}
      onClose={rest.onClose}
      title={fill(words.title, { key: rest.feature.key })}
    >
      <TurnOffForm {...rest} />
    </Modal>
  );
}

function TurnOffForm({
  feature: { key, gateTags, isOverridden },
  onClose,
}: TurnOffProps): ReactElement {
  const { id, name, state } = useEnvironment();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const isProduction = state === "production";
  const { rules } = usePolicy(id);
  // With a reason it needs no approval.
  const needsReason = isProduction || rules !== null;
  const change = useChange("DELETE /environments/:environment/features/:key/gates", {
    isShown: () => true,
    onDone: ({ audit }) =>
      showUndoableStep(fill(texts.drafts.turnedOff, { key, environment: name }), {
        environment: id,
        audit,
        isWhole: !isProduction && !isOverridden,
      }),
  });
  const isComplete = (!isProduction || typed === key) && (!needsReason || reason.trim() !== "");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(
          {
            params: { environment: id, key },
            body: {
              seen: gateTags.boolean,
              ...(reason.trim() === "" ? {} : { reason }),
              ...(isProduction ? { typed } : {}),
            },
          },
          // After the page has the new gates, so that the focus does not go to a disabled button.
          { onSuccess: onClose },
        );
      }}
    >
      <TextArea
        autoFocus={true}
        error={change.error?.message}
        hint={
          rules?.turnOff === true ? words.noApproval : needsReason ? words.whyNeeded : undefined
        }
        label={words.why}
        onChange={({ target }) => setReason(target.value)}
        rows={2}
        value={reason}
      />
      {isProduction && (
        <TextField
          autoComplete="off"
          label={fill(texts.confirm.typeName, { name: key })}
          onChange={({ target }) => setTyped(target.value)}
          spellCheck={false}
          value={typed}
        />
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={!isComplete} isBusy={change.isPending} look="danger" type="submit">
          {words.action}
        </Button>
      </footer>
    </form>
  );
}
