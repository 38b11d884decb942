import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { gateSummary } from "../gates/gate-summary.ts";
import { Button } from "../parts/button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { useCopyTargets } from "./bulk-fields.tsx";

const { copy: words } = texts.feature;

interface CopyProps {
  readonly feature: FeatureAnswer;
  readonly onClose: () => void;
}

/** Copies the gates in force here to another environment, and shows what they replace. */
export function CopyGatesModal({
  isOpen,
  ...rest
}: CopyProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal
      description={words.hint}
      isOpen={isOpen}
      onClose={rest.onClose}
      title={fill(words.title, { key: rest.feature.key })}
    >
      <CopyForm {...rest} />
    </Modal>
  );
}

function CopyForm({ feature, onClose }: CopyProps): ReactElement {
  const environment = useEnvironment();
  const others = useCopyTargets();
  const [to, setTo] = useState(String(others[0]?.id ?? ""));
  const [typed, setTyped] = useState("");
  const target = others.find(({ id }) => String(id) === to);
  const policy = usePolicy(target?.id ?? null);
  const there = useAnswer(
    "GET /environments/:environment/features/:key",
    { params: { environment: to, key: feature.key } },
    { isNeeded: target !== undefined },
  );
  const change = useChange("POST /environments/:environment/features/:key/copy", {
    isShown: () => true,
    onDone: ({ audit, isPinned }, { body }) => {
      onClose();
      showUndoableStep(fill(words.done, { environment: target?.name ?? "" }), {
        environment: Number(body.to),
        audit,
        isWhole: isPinned,
      });
    },
  });
  if (target === undefined) {
    return <p>{words.none}</p>;
  }
  const mustType = target.state === "production" && policy.rules === null;
  const nowWords = there.data === undefined ? "…" : gateSummary(there.data.gates);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({
          params: { environment: environment.id, key: feature.key },
          body: { to: target.id, ...(mustType ? { typed } : {}) },
        });
      }}
    >
      <SelectField
        choices={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={change.error?.message}
        label={words.to}
        onChoose={(chosen) => {
          change.reset();
          setTo(chosen);
        }}
        value={to}
      />
      <div aria-live="polite" className="undo-preview">
        <p>{fill(words.from, { environment: target.name, words: nowWords })}</p>
        <p>{fill(words.result, { environment: target.name, words: gateSummary(feature.gates) })}</p>
      </div>
      {mustType && (
        <TextField
          autoComplete="off"
          label={fill(texts.confirm.typeName, { name: feature.key })}
          onChange={({ target: input }) => setTyped(input.value)}
          spellCheck={false}
          value={typed}
        />
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button
          disabled={mustType && typed !== feature.key}
          isBusy={change.isPending}
          look="main"
          type="submit"
        >
          {words.copy}
        </Button>
      </footer>
    </form>
  );
}
