import { type ReactElement, useState } from "react";
import type { AuditRow, StepRow, UndoPreview } from "../../api/admin/contract/audit-models.ts";
import type { CallError } from "../api/call.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TextField } from "../parts/field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { auditStepSummary, isOfOneFeature } from "./audit-steps.ts";
import { GateDifferences } from "./gate-differences.tsx";
import { type UndoTarget, useUndoPreview } from "./use-undo-preview.ts";

const { undo: words } = texts;

/** Previews the undo of a change, and then undoes it. */
export function UndoModal({
  step,
  onClose,
}: {
  readonly step: StepRow | null;
  readonly onClose: () => void;
}): ReactElement {
  const audit = step === null ? null : step.newest;
  return (
    <Modal
      description={step === null ? undefined : describedStep(step)}
      isOpen={audit !== null}
      onClose={onClose}
      title={words.title}
    >
      {audit !== null && <UndoForm audit={audit} onClose={onClose} />}
    </Modal>
  );
}

function describedStep(step: StepRow): string {
  const what = auditStepSummary(step);
  return isOfOneFeature(step) ? `${step.newest.featureKey}: ${what}` : what;
}

const targets = [
  { value: "before", label: words.toBefore },
  { value: "after", label: words.toAfter },
] as const;

function UndoForm({
  audit,
  onClose,
}: {
  readonly audit: AuditRow;
  readonly onClose: () => void;
}): ReactElement {
  const { id } = useEnvironment();
  const [to, setTo] = useState<UndoTarget>("before");
  const [typed, setTyped] = useState("");
  const preview = useUndoPreview(audit, to);
  const undo = useChange("POST /environments/:environment/audits/:audit/undo", {
    isShown: () => true,
    onDone: () => {
      onClose();
      showDone(words.done);
    },
  });
  const mustType = preview.data?.mustType === true;
  const canUndo =
    preview.data !== undefined && preview.data.featureCount > 0 && !preview.isFetching;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.data !== undefined) {
          undo.mutate({
            params: { environment: id, audit: audit.id },
            body: { to, tag: preview.data.tag, ...(mustType ? { typed } : {}) },
          });
        }
      }}
    >
      <Segmented
        choices={targets}
        label={words.to}
        onChoose={(chosen) => {
          undo.reset();
          setTo(chosen);
        }}
        value={to}
      />
      <section aria-label={words.preview} aria-live="polite" className="undo-preview">
        <Preview error={preview.error} preview={preview.data} />
      </section>
      {mustType && (
        <TextField
          autoComplete="off"
          label={fill(texts.confirm.typeName, { name: audit.featureKey })}
          onChange={({ target }) => setTyped(target.value)}
          spellCheck={false}
          value={typed}
        />
      )}
      <p className="field-error" role="alert">
        {errorText(undo.error)}
      </p>
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button
          disabled={!canUndo || (mustType && typed !== audit.featureKey)}
          isBusy={undo.isPending}
          look="main"
          type="submit"
        >
          {words.undo}
        </Button>
      </footer>
    </form>
  );
}

function errorText(error: CallError | null): string | undefined {
  return error?.code === "gate_changed" ? words.changedSince : error?.message;
}

function Preview({
  preview,
  error,
}: {
  readonly preview: UndoPreview | undefined;
  readonly error: CallError | null;
}): ReactElement {
  if (preview === undefined) {
    return error === null ? (
      <p className="faint">{texts.common.loading}</p>
    ) : (
      <EmptyState icon="warning" title={error.message} />
    );
  }
  if (preview.featureCount === 0) {
    return <p className="faint">{words.nothing}</p>;
  }
  return (
    <>
      {preview.featureCount > 1 && <p>{plural(words.step, preview.featureCount)}</p>}
      <GateDifferences differences={preview.differences} total={preview.featureCount} />
      {preview.laterCount > 0 && (
        <p className="undo-later">{plural(words.later, preview.laterCount)}</p>
      )}
    </>
  );
}
