import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { TokenRow } from "../../api/admin/contract/token-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";

const { tokens: words } = tokensTexts;

/** Asks before a token is revoked, and shows its last use. */
export function RevokeToken({
  environment,
  token,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly token: TokenRow | null;
  readonly onClose: () => void;
}): ReactElement {
  const name = token?.name ?? "";
  const revoke = useChange("DELETE /environments/:environment/tokens/:token", {
    onDone: () => {
      onClose();
      showDone(fill(words.revokedNow, { name }));
    },
  });
  return (
    <ConfirmByName
      action={words.revoke}
      description={
        <>
          {words.revokeText} {words.lastUse} <RelativeTime at={token?.lastUsedAt ?? null} />.
        </>
      }
      isBusy={revoke.isPending}
      isDanger={true}
      isOpen={token !== null}
      name={null}
      onClose={onClose}
      onConfirm={() => {
        if (token !== null) {
          revoke.mutate({ params: { environment: environment.id, token: token.id } });
        }
      }}
      title={fill(words.revokeTitle, { name })}
    />
  );
}
