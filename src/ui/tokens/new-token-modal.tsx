import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { CreatedToken } from "../../api/admin/contract/token-models.ts";
import { Modal } from "../dialogs/modal.tsx";
import { fill } from "../texts/fill.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { NewTokenForm } from "./new-token-form.tsx";
import { TokenValue } from "./token-value.tsx";

const { tokens: words } = tokensTexts;

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
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const close = () => {
    setCreated(null);
    onClose();
  };
  return (
    <Modal
      description={
        created === null
          ? fill(words.newText, { environment: environment.name })
          : fill(words.madeText, { name: created.token.name })
      }
      isKept={created !== null}
      isOpen={isOpen}
      onClose={close}
      title={created === null ? words.create : words.madeTitle}
    >
      {created === null ? (
        <NewTokenForm environment={environment} onClose={close} onCreated={setCreated} />
      ) : (
        <TokenValue created={created} onClose={close} />
      )}
    </Modal>
  );
}
