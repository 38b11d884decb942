import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { MadeWebhook } from "../../api/admin/contract/webhook-models.ts";
import { Modal } from "../dialogs/modal.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { NewWebhookForm } from "./new-webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const { webhooks: words } = texts.settings;

/** The form of a new webhook, and then its secret, once. */
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
        <WebhookSecret made={made} onClose={close} />
      )}
    </Modal>
  );
}
