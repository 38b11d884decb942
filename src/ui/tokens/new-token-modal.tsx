import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { fill } from "../fill.ts";
import { Modal } from "../parts/modal.tsx";
import { texts } from "../texts.ts";
import { NewTokenForm } from "./new-token-form.tsx";
import { TokenValue } from "./token-value.tsx";

const { tokens: words } = texts;

export type MadeToken = AnswerOf<"POST /environments/:environment/tokens">;

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
  const [made, setMade] = useState<MadeToken | null>(null);
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
