import type { ReactElement } from "react";
import { usePolicy } from "../approvals/use-policy.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Switching } from "./use-switch.ts";

const { switching: words } = texts;

/** Asks before a feature is switched in Production: for its key, unless the change needs approval. */
export function SwitchFeature({
  switching: { request, isBusy, confirm, close },
}: {
  readonly switching: Switching;
}): ReactElement {
  const { id, name } = useEnvironment();
  const policy = usePolicy(id);
  const enables = request?.enables === true;
  const key = request?.key ?? "";
  return (
    <ConfirmByName
      action={enables ? texts.features.enable : texts.features.disable}
      description={fill(enables ? words.enableText : words.disableText, { environment: name })}
      isBusy={isBusy}
      isDanger={!enables}
      isOpen={request !== null}
      name={policy.rules === null ? key : null}
      onClose={close}
      onConfirm={confirm}
      title={fill(enables ? words.enableTitle : words.disableTitle, { key })}
    />
  );
}
