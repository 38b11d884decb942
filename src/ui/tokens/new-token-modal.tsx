import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { Modal } from "../dialogs/modal.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { NewTokenForm } from "./new-token-form.tsx";
import type { ShownToken } from "./shown-token.ts";
import { TokenValue } from "./token-value.tsx";

const { tokens: words } = texts;

/** The form of a new token, and then its value, once. */
export function NewTokenModal({
  environment,
  isOpen,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const [made, setMade] = useState<ShownToken | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Modal
      description={
        made === null
          ? fill(words.newText, { environment: environment.name })
          : fill(words.madeText, { name: made.token.name })
      }
      isKept={made !== null}
      isOpen={isOpen}
      onClose={close}
      title={made === null ? words.create : words.madeTitle}
    >
      {made === null ? (
        <NewTokenForm environment={environment} onClose={close} onMade={setMade} />
      ) : (
        <TokenValue made={made} onClose={close} />
      )}
    </Modal>
  );
}
