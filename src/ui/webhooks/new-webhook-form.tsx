import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { MadeWebhook } from "../../api/admin/contract/webhook-models.ts";
import type { WebhookKind } from "../../core/model/webhook.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { type EventFilter, EventFilterFields } from "./event-filter-fields.tsx";

const { webhooks: words } = settingsTexts.settings;

const kinds: readonly WebhookKind[] = ["events", "sync"];

export function NewWebhookForm({
  environment,
  onMade,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly onMade: (made: MadeWebhook) => void;
  readonly onClose: () => void;
}): ReactElement {
  const [kind, setKind] = useState<WebhookKind>("events");
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [filter, setFilter] = useState<EventFilter>({ events: [], keys: "" });
  const create = useChange("POST /environments/:environment/webhooks", {
    isShown: () => true,
    onDone: onMade,
  });
  const { events, keys } = filter;
  const filters = kind === "events" ? { events, ...(keys === "" ? {} : { keys }) } : { events: [] };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          params: { environment: environment.id },
          body: { kind, url, ...(name === "" ? {} : { name }), ...filters },
        });
      }}
    >
      <KindChoice kind={kind} onChoose={setKind} />
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={create.error?.message}
        hint={words.urlHint}
        label={words.url}
        onChange={({ target }) => setUrl(target.value)}
        required={true}
        type="url"
        value={url}
      />
      <TextField
        autoComplete="off"
        hint={words.nameHint}
        label={words.name}
        maxLength={255}
        onChange={({ target }) => setName(target.value)}
        value={name}
      />
      {kind === "events" && <EventFilterFields filter={filter} onChange={setFilter} />}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={create.isPending} look="main" type="submit">
          {texts.common.create}
        </Button>
      </footer>
    </form>
  );
}

function KindChoice({
  kind,
  onChoose,
}: {
  readonly kind: WebhookKind;
  readonly onChoose: (kind: WebhookKind) => void;
}): ReactElement {
  return (
    <fieldset className="choices">
      <legend>{words.kind}</legend>
      {kinds.map((each) => (
        <label className="choice" key={each}>
          <input
            checked={kind === each}
            name="kind"
            onChange={() => onChoose(each)}
            type="radio"
            value={each}
          />
          <span>
            {words.kinds[each]}
            <small>{words.kindHints[each]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
