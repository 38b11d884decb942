import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { TokenRow } from "../../api/admin/contract/token-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField } from "../parts/field.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { TokenValue } from "./token-value.tsx";

const { tokens: words } = tokensTexts;
const route = "POST /environments/:environment/tokens/:token/rotate";
const overlaps = (["0", "1", "24", "168", "720"] as const).map((value) => ({
  value,
  label: words.overlaps[value],
}));

/** Replaces a token: both work for a while, and the new value is shown once. */
export function RotateToken({
  environment,
  token,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly token: TokenRow | null;
  readonly onClose: () => void;
}): ReactElement {
  const [rotated, setRotated] = useState<AnswerOf<typeof route> | null>(null);
  const close = () => {
    setRotated(null);
    onClose();
  };
  const name = token?.name ?? "";
  return (
    <Modal
      description={rotated === null ? words.rotateText : rotatedText(rotated)}
      isKept={rotated !== null}
      isOpen={token !== null}
      onClose={close}
      title={rotated === null ? fill(words.rotateTitle, { name }) : words.madeTitle}
    >
      {rotated !== null && <TokenValue created={rotated} onClose={close} />}
      {rotated === null && token !== null && (
        <RotationForm
          environment={environment}
          onClose={close}
          onRotated={setRotated}
          token={token}
        />
      )}
    </Modal>
  );
}

function RotationForm({
  environment,
  token,
  onRotated,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly token: TokenRow;
  readonly onRotated: (rotated: AnswerOf<typeof route>) => void;
  readonly onClose: () => void;
}): ReactElement {
  const [hours, setHours] = useState<keyof typeof words.overlaps>("24");
  const rotate = useChange(route, { isShown: () => true, onDone: onRotated });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate({
          params: { environment: environment.id, token: token.id },
          body: { overlapHours: Number(hours) },
        });
      }}
    >
      <SelectField
        choices={overlaps}
        error={rotate.error?.message}
        label={words.overlap}
        onChoose={setHours}
        value={hours}
      />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={rotate.isPending} look="main" type="submit">
          {words.rotateAction}
        </Button>
      </footer>
    </form>
  );
}

function rotatedText({ token: { name }, earlier }: AnswerOf<typeof route>): string {
  const { revokedAt, expiresAt } = earlier;
  return revokedAt === null && expiresAt !== null
    ? fill(words.rotatedUntil, { name, time: exactTime(expiresAt) })
    : fill(words.rotatedNow, { name });
}
