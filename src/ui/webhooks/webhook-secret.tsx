import type { ReactElement } from "react";
import type { MadeWebhook } from "../../api/admin/contract/webhook-models.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";

const { webhooks: words } = settingsTexts.settings;

/** A secret, which cannot be shown again. */
export function WebhookSecret({
  made: { secret },
  onClose,
}: {
  readonly made: MadeWebhook;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <div className="stack">
      <div className="command">
        <pre>{secret}</pre>
        <CopyButton isFocused={true} label={words.copySecret} text={secret} />
      </div>
      <footer className="modal-foot">
        <Button look="main" onClick={onClose}>
          {words.copiedIt}
        </Button>
      </footer>
    </div>
  );
}
