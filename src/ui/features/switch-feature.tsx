import type { ReactElement } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { switching: words } = texts;

/** The requested change: enabling a feature for everyone, or disabling it. */
export interface SwitchRequest {
  readonly key: string;
  readonly enables: boolean;
  /** The tag of the gate that the page showed; a later change is reported before it is overwritten. */
  readonly seen?: string;
}

/** Asks before a feature is switched; in Production, for its key. */
export function SwitchFeature({
  request,
  onClose,
}: {
  readonly request: SwitchRequest | null;
  readonly onClose: () => void;
}): ReactElement {
  const { id, name, state } = useEnvironment();
  const change = useChange("PUT /environments/:environment/features/:key/boolean", {
    onDone: (_, { params: { key }, body: { enabled } }) => {
      onClose();
      showDone(fill(enabled ? words.enabled : words.disabled, { key: String(key) }));
    },
  });
  const enables = request?.enables === true;
  const key = request?.key ?? "";
  return (
    <ConfirmByName
      action={enables ? texts.features.enable : texts.features.disable}
      description={fill(enables ? words.enableText : words.disableText, { environment: name })}
      isBusy={change.isPending}
      isDanger={!enables}
      isOpen={request !== null}
      name={state === "production" ? key : null}
      onClose={onClose}
      onConfirm={(typed) =>
        change.mutate({
          params: { environment: id, key },
          body: {
            enabled: enables,
            ...(state === "production" ? { typed } : {}),
            ...(request?.seen === undefined ? {} : { seen: request.seen }),
          },
        })
      }
      title={fill(enables ? words.enableTitle : words.disableTitle, { key })}
    />
  );
}
