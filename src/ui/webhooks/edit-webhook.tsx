import { type ReactElement, useState } from "react";
import type { WebhookRow } from "../../api/admin/contract/webhook-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { type EventFilter, EventFilterFields } from "./event-filter-fields.tsx";

const { webhooks: words } = settingsTexts.settings;

export function EditWebhook({
  webhook,
  isOpen,
  onClose,
}: {
  readonly webhook: WebhookRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={fill(words.editTitle, { name: webhook.name })}>
      <EditForm onClose={onClose} webhook={webhook} />
    </Modal>
  );
}

/** A separate component, so that it begins with the stored values each time it opens. */
function EditForm({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookRow;
  readonly onClose: () => void;
}): ReactElement {
  const { id: environment } = useEnvironment();
  const [name, setName] = useState(webhook.name);
  const [url, setUrl] = useState(webhook.url);
  const [filter, setFilter] = useState<EventFilter>({
    events: webhook.events,
    keys: webhook.keys ?? "",
  });
  const change = useChange("PATCH /environments/:environment/webhooks/:webhook", {
    isShown: () => true,
    onDone: () => {
      onClose();
      showDone(fill(words.edited, { name }));
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({
          params: { environment, webhook: webhook.id },
          body: {
            name,
            url,
            ...(webhook.kind === "events"
              ? { events: filter.events, keys: filter.keys === "" ? null : filter.keys }
              : {}),
          },
        });
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        label={words.name}
        maxLength={255}
        onChange={({ target }) => setName(target.value)}
        required={true}
        value={name}
      />
      <TextField
        autoComplete="off"
        error={change.error?.message}
        hint={words.urlHint}
        label={words.url}
        onChange={({ target }) => setUrl(target.value)}
        required={true}
        type="url"
        value={url}
      />
      {webhook.kind === "events" && <EventFilterFields filter={filter} onChange={setFilter} />}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={change.isPending} look="main" type="submit">
          {texts.common.save}
        </Button>
      </footer>
    </form>
  );
}
