import { type ReactElement, useState } from "react";
import type { StepRow, UndoPreview } from "../../api/admin/contract/audit-models.ts";
import type { CallError } from "../api/call.ts";
import { showUndoableStep, textToType } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TextField } from "../parts/field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { WhyField, whyOf } from "../parts/why-field.tsx";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { auditStepSummary, isOfOneFeature } from "./audit-steps.ts";
import { UndoChanges } from "./undo-changes.tsx";
import { type UndoTarget, useUndoPreview } from "./use-undo-preview.ts";

const { undo: words } = texts;
const membersMax = 10_000;

interface UndoneEnvironment {
  readonly id: number;
  readonly name: string;
}

/** Previews the undo of a step, and then undoes it. */
export function UndoModal({
  step,
  environment,
  onClose,
}: {
  readonly step: StepRow | null;
  readonly environment: UndoneEnvironment | null;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal
      description={
        step === null || environment === null
          ? undefined
          : fill(isOfOneFeature(step) ? words.where : words.whereAll, {
              key: step.newest.featureKey,
              environment: environment.name,
            })
      }
      isOpen={step !== null}
      onClose={onClose}
      title={step === null ? words.undo : fill(words.undoOf, { what: auditStepSummary(step) })}
    >
      {step !== null && environment !== null && (
        <UndoForm environment={environment.id} onClose={onClose} step={step} />
      )}
    </Modal>
  );
}

interface UndoFormProps {
  readonly step: StepRow;
  readonly environment: number;
  readonly onClose: () => void;
}

function UndoForm({ step, environment, onClose }: UndoFormProps): ReactElement {
  const { newest } = step;
  const { target, preview, choices, choose, onAll } = useTarget(step, environment);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const undo = useChange("POST /environments/:environment/audits/:audit/undo", {
    isShown: () => true,
    onDone: ({ audit }, { body }) => {
      onClose();
      showUndoableStep(words.done, { environment, audit, isWhole: body.to === "before" });
    },
  });
  const text = preview.data === undefined ? null : textToType(preview.data);
  const mustType = usePolicy(environment).rules === null && text !== null;
  const canUndo =
    preview.data !== undefined && preview.data.featureCount > 0 && !preview.isFetching;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.data !== undefined) {
          undo.mutate({
            params: { environment, audit: newest.id },
            body: {
              ...{ to: target, tag: preview.data.tag },
              ...(mustType ? { typed } : {}),
              ...whyOf(reason),
            },
            ...(text === null ? {} : { confirm: text }),
          });
        }
      }}
    >
      {choices.length > 1 && (
        <Segmented
          choices={choices}
          label={words.to}
          onChoose={(chosen) => {
            undo.reset();
            choose(chosen);
          }}
          value={target}
        />
      )}
      <section aria-label={words.preview} aria-live="polite" className="undo-preview">
        <Preview error={preview.error} onAll={onAll} preview={preview.data} />
      </section>
      <WhyField onType={setReason} reason={reason} />
      {mustType && (
        <TextField
          autoComplete="off"
          label={fill(texts.confirm.typeName, { name: text })}
          onChange={({ target: field }) => setTyped(field.value)}
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
          disabled={!canUndo || (mustType && typed !== text)}
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

/** What the undo returns: only the gates of the step, if it changed the gates of one feature. */
function useTarget(step: StepRow, environment: number) {
  const [chosen, choose] = useState<UndoTarget>("gate");
  const [members, setMembers] = useState<number | null>(null);
  const asked = { environment, audit: step.newest.id, members };
  const { newest, oldest } = step;
  const isOne =
    isOfOneFeature(step) && oldest.id === newest.step && newest.isOfGates && oldest.isOfGates;
  const gate = useUndoPreview(asked, "gate", isOne);
  // A later change can have created or deleted the feature.
  const hasGate = isOne && gate.error === null;
  const target = hasGate ? chosen : "before";
  const everything = useUndoPreview(asked, "before", target === "before");
  const laterCount = (gate.data?.laterCount ?? 0) + (gate.data?.stayCount ?? 0);
  const choices = [
    { value: "gate", label: step.count > 1 && hasSeveralGates(step) ? words.gates : words.gate },
    { value: "before", label: plural(words.everything, laterCount + 1) },
  ] as const;
  return {
    target,
    choose,
    preview: target === "gate" ? gate : everything,
    choices: hasGate && laterCount + (gate.data?.changedAgainCount ?? 0) > 0 ? choices : [],
    onAll: members === null ? () => setMembers(membersMax) : undefined,
  };
}

function hasSeveralGates({ newest, oldest }: StepRow): boolean {
  return newest.action !== oldest.action;
}

function errorText(error: CallError | null): string | undefined {
  return error?.code === "gate_changed" ? words.changedSince : error?.message;
}

function Preview({
  preview,
  error,
  onAll,
}: {
  readonly preview: UndoPreview | undefined;
  readonly error: CallError | null;
  readonly onAll: (() => void) | undefined;
}): ReactElement {
  if (preview === undefined) {
    return error === null ? (
      <p className="faint">{texts.common.loading}</p>
    ) : (
      <EmptyState icon="warning" title={error.message} />
    );
  }
  return <UndoChanges onAll={onAll} preview={preview} />;
}
