import { type ReactElement, useState } from "react";
import type { DeliveryRow } from "../../api/admin/contract/delivery-models.ts";
import type { WebhookRow } from "../../api/admin/contract/webhook-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { webhooks: words } = settingsTexts.settings;

interface PayloadProps {
  readonly webhook: WebhookRow;
  readonly delivery: DeliveryRow;
}

/** A button that shows what the server sent. */
export function Payload(props: PayloadProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isSmall={true} look="plain" onClick={() => setOpen(true)}>
        {words.showPayload}
      </Button>
      <Modal
        description={words.payloadText}
        isOpen={isOpen}
        look="wide"
        onClose={() => setOpen(false)}
        title={fill(words.payloadOf, { number: props.delivery.number })}
      >
        <PayloadText {...props} />
      </Modal>
    </>
  );
}

function PayloadText({ webhook, delivery: { number } }: PayloadProps): ReactElement {
  const { id: environment } = useEnvironment();
  const query = useAnswer("GET /environments/:environment/webhooks/:webhook/deliveries/:delivery", {
    params: { environment, webhook: webhook.id, delivery: number },
  });
  return (
    <Loaded query={query}>
      {({ payload, missing }) =>
        payload === null ? (
          <p>{missing === null ? "" : words.missingPayload[missing]}</p>
        ) : (
          <div className="payload">
            <pre>{payload}</pre>
            <CopyButton label={words.copyPayload} text={payload} />
          </div>
        )
      }
    </Loaded>
  );
}
