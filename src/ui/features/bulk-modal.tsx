import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { CallError } from "../api/call.ts";
import { useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { WhyField, whyOf } from "../parts/why-field.tsx";
import { useEnvironment, useProduction } from "../paths/environment.ts";
import { bulkTexts } from "../texts/bulk-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import {
  BulkFields,
  bulkChangeOf,
  emptyBulkInput,
  type TaggedFeature,
  useCopyTargets,
} from "./bulk-fields.tsx";
import type { BulkKind } from "./bulk-kinds.ts";
import {
  type PreviewOfBulk,
  unchangedTexts,
  useBulkPreview,
  useBulkResult,
} from "./use-bulk-change.ts";

const { bulk: words } = bulkTexts;

/** The other changes are of descriptions, which have no audits to keep a reason. */
const hasAudits: ReadonlySet<BulkKind> = new Set(["copy", "set", "delete"]);

interface BulkProps {
  readonly features: readonly TaggedFeature[];
  readonly onClose: () => void;
  /** After the change. */
  readonly onDone: () => void;
}

/** Reviews one change of many features, with exact numbers, and then makes it in one step. */
export function BulkModal({
  kind,
  ...props
}: BulkProps & { readonly kind: BulkKind | null }): ReactElement {
  return (
    <Modal
      isOpen={kind !== null}
      onClose={props.onClose}
      title={kind === null ? "" : plural(words.titles[kind], props.features.length)}
    >
      {kind !== null && <BulkForm {...props} kind={kind} />}
    </Modal>
  );
}

function BulkForm({
  kind,
  features,
  onClose,
  onDone,
}: BulkProps & { readonly kind: BulkKind }): ReactElement {
  const environment = useEnvironment();
  const production = useProduction();
  const targets = useCopyTargets();
  const [input, setInput] = useState(emptyBulkInput);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const keys = useMemo(() => features.map(({ key }) => key), [features]);
  const change = bulkChangeOf(kind, input, targets[0]?.id);
  const preview = useBulkPreview(keys, change);
  const showResult = useBulkResult(kind);
  const send = useChange("POST /environments/:environment/bulk", {
    isShown: () => true,
    onDone: (answer) => {
      onDone();
      onClose();
      showResult(answer, keys.length);
    },
  });
  const policy = usePolicy(
    change !== null && "copyTo" in change
      ? Number(change.copyTo)
      : kind === "delete"
        ? production.id
        : environment.id,
  );
  // Nobody types a number for a request.
  const mustType = preview.data?.mustType === true && policy.rules === null;
  const number = String(keys.length);
  const isOnlyField = kind === "delete" || (kind === "copy" && targets.length === 1);
  const canSend =
    change !== null &&
    preview.isLatest &&
    (preview.data?.changed ?? 0) > 0 &&
    (!mustType || typed === number);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && !send.isPending) {
          send.mutate({
            params: { environment: environment.id },
            body: { keys: [...keys], change, ...(mustType ? { typed } : {}), ...whyOf(reason) },
            confirm: number,
          });
        }
      }}
    >
      <BulkFields
        features={features}
        input={input}
        kind={kind}
        onChange={(changes) => setInput({ ...input, ...changes })}
      />
      <section aria-label={words.preview} aria-live="polite" className="bulk-preview">
        {change === null ? (
          <p className="faint">{words.chooseFirst}</p>
        ) : (
          <Preview isDangerous={kind === "delete"} preview={preview.data} />
        )}
      </section>
      {hasAudits.has(kind) && <WhyField onType={setReason} reason={reason} />}
      {mustType && change !== null && (
        <TextField
          autoComplete="off"
          autoFocus={isOnlyField}
          inputMode="numeric"
          label={fill(texts.confirm.typeName, { name: number })}
          onChange={({ target }) => setTyped(target.value)}
          value={typed}
        />
      )}
      <Failure error={send.error ?? preview.error} />
      {send.isPending && <UnderWay count={keys.length} />}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button
          disabled={!canSend}
          isBusy={send.isPending}
          look={kind === "delete" ? "danger" : "main"}
          type="submit"
        >
          {words.actions[kind]}
        </Button>
      </footer>
    </form>
  );
}

function Failure({ error }: { readonly error: CallError | null }): ReactElement | null {
  return error === null ? null : (
    <p className="field-error" role="alert">
      {error.message}
    </p>
  );
}

function Preview({
  preview,
  isDangerous,
}: {
  readonly preview: PreviewOfBulk | undefined;
  readonly isDangerous: boolean;
}): ReactElement {
  if (preview === undefined) {
    return <p className="faint">{texts.common.loading}</p>;
  }
  const { changed, pinned, missing, checked } = preview;
  return (
    <>
      <p>
        <b>{plural(isDangerous ? words.deleted : words.changed, changed)}.</b>{" "}
        {unchangedTexts(preview).join(" ")}
        {pinned > 0 && ` ${plural(words.pinned, pinned)}.`}
        {missing.length > 0 && ` ${plural(words.missing, missing.length)}.`}
      </p>
      {(checked ?? 0) > 0 && (
        <p className={isDangerous ? "note note-danger" : "note note-info"}>
          <Icon name={isDangerous ? "warning" : "info"} />
          {plural(words.checked, checked ?? 0)}
        </p>
      )}
    </>
  );
}

const quickMs = 1_000;

/** A change that takes over a second; it is one step, so there is no part to wait for. */
function UnderWay({ count }: { readonly count: number }): ReactElement | null {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? (
    <p className="bulk-progress" role="status">
      {plural(words.underWay, count)}
      <i />
    </p>
  ) : null;
}
