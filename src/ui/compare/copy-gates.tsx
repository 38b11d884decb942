import type { ReactElement } from "react";
import { useLocation } from "wouter";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { pathIn } from "../paths/environment-path.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { compare: words } = texts;

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
  const [, navigate] = useLocation();
  const key = request?.key ?? "";
  const from = request?.from.name ?? "";
  const to = request?.to.name ?? "";
  const isProduction = request?.to.state === "production";
  const copy = useChange("POST /environments/:environment/features/:key/copy", {
    onDone: () => {
      onClose();
      showDone(fill(words.copied, { key, to }), {
        label: words.showAudits,
        onChoose: () => {
          if (request !== null) {
            navigate(pathIn(request.to, "/audits", { key }));
          }
        },
      });
    },
  });
  return (
    <ConfirmByName
      action={words.copyGates}
      description={fill(isProduction ? words.copyToProduction : words.copyText, { from, to })}
      isBusy={copy.isPending}
      isOpen={request !== null}
      name={isProduction ? key : null}
      onClose={onClose}
      onConfirm={(typed) => {
        if (request !== null) {
          copy.mutate({
            params: { environment: request.from.id, key },
            body: { to: request.to.id, ...(isProduction ? { typed } : {}) },
          });
        }
      }}
      title={fill(words.copyTitle, { key, to })}
    />
  );
}
