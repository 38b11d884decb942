import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { compareTexts } from "../texts/compare-texts.ts";
import { fill } from "../texts/fill.ts";

const { compare: words } = compareTexts;

/** A feature whose gates are copied to the other environment. */
export interface CopyRequest {
  readonly key: string;
  readonly from: EnvironmentRow;
  readonly to: EnvironmentRow;
}

/** Asks before gates are replaced. Replacing Production's gates needs the feature's key. */
export function CopyGates({
  request,
  onClose,
}: {
  readonly request: CopyRequest | null;
  readonly onClose: () => void;
}): ReactElement {
  const key = request?.key ?? "";
  const from = request?.from.name ?? "";
  const to = request?.to.name ?? "";
  const isProduction = request?.to.state === "production";
  const policy = usePolicy(request?.to.id ?? null);
  const mustType = isProduction && policy.rules === null;
  const copy = useChange("POST /environments/:environment/features/:key/copy", {
    onDone: ({ audit, isPinned }, { body }) => {
      onClose();
      showUndoableStep(fill(words.copied, { key, to }), {
        environment: Number(body.to),
        audit,
        isWhole: isPinned,
      });
    },
  });
  return (
    <ConfirmByName
      action={words.copyGates}
      description={fill(isProduction ? words.copyToProduction : words.copyText, { from, to })}
      isBusy={copy.isPending}
      isOpen={request !== null}
      name={mustType ? key : null}
      onClose={onClose}
      onConfirm={(typed) => {
        if (request !== null) {
          copy.mutate({
            params: { environment: request.from.id, key },
            body: { to: request.to.id, ...(mustType ? { typed } : {}) },
          });
        }
      }}
      title={fill(words.copyTitle, { key, to })}
    />
  );
}
