import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { MadeWebhook } from "../../api/admin/contract/webhook-models.ts";
import { Modal } from "../dialogs/modal.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { NewWebhookForm } from "./new-webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const { webhooks: words } = settingsTexts.settings;

/** The form of a new webhook, then its secret, once, and then its page. */
export function NewWebhookModal({
  environment,
  isOpen,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const [, setQuery] = useQueryState();
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Modal
      description={
        made === null
          ? fill(words.newText, { environment: environment.name })
          : fill(words.madeText, { name: made.webhook.name })
      }
      isKept={made !== null}
      isOpen={isOpen}
      onClose={close}
      title={made === null ? words.create : words.madeTitle}
    >
      {made === null ? (
        <NewWebhookForm environment={environment} onClose={close} onMade={setMade} />
      ) : (
        <WebhookSecret
          made={made}
          onClose={() => {
            close();
            setQuery({ webhook: String(made.webhook.id) });
          }}
        />
      )}
    </Modal>
  );
}
