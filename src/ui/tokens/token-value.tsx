import type { ReactElement } from "react";
import type { CreatedToken } from "../../api/admin/contract/token-models.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { useSession } from "../session/session.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";

const { tokens: words } = tokensTexts;

/**
 * The value of a new token, and a request that tries it: a list of features, which a token with the
 * access `evaluate` may not read.
 */
export function TokenValue({
  created: { token, value },
  onClose,
}: {
  readonly created: CreatedToken;
  readonly onClose: () => void;
}): ReactElement {
  const { apiPath } = useSession();
  const command = `curl -H 'Flipper-Cloud-Token: ${value}' ${window.location.origin}${apiPath}/features`;
  return (
    <div className="stack">
      <div className="command">
        <pre>{value}</pre>
        <CopyButton isFocused={true} label={words.copyToken} text={value} />
      </div>
      {token.access !== "evaluate" && (
        <div className="field">
          <p className="hint">{words.tryIt}</p>
          <div className="command">
            <pre>{command}</pre>
            <CopyButton label={words.copyCommand} text={command} />
          </div>
        </div>
      )}
      <footer className="modal-foot">
        <Button look="main" onClick={onClose}>
          {words.copiedIt}
        </Button>
      </footer>
    </div>
  );
}
