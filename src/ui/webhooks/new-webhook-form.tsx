import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { MadeWebhook } from "../../api/admin/contract/webhook-models.ts";
import type { WebhookEventType, WebhookKind } from "../../core/model/webhook.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { texts } from "../texts/texts.ts";

const { webhooks: words } = texts.settings;

const kinds: readonly WebhookKind[] = ["events", "sync"];
const eventTypes: readonly WebhookEventType[] = [
  "feature.created",
  "feature.updated",
  "feature.deleted",
  "environment.created",
  "environment.deleted",
  "token.created",
  "token.revoked",
  "member.added",
  "member.updated",
  "member.removed",
];

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
  const [keys, setKeys] = useState("");
  const [events, setEvents] = useState<readonly WebhookEventType[]>([]);
  const create = useChange("POST /environments/:environment/webhooks", {
    isShown: () => true,
    onDone: onMade,
  });
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
      {kind === "events" && (
        <>
          <EventChoice chosen={events} onChoose={setEvents} />
          <TextField
            autoComplete="off"
            hint={words.keysHint}
            label={words.keys}
            maxLength={255}
            onChange={({ target }) => setKeys(target.value)}
            spellCheck={false}
            value={keys}
          />
        </>
      )}
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

function EventChoice({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly WebhookEventType[];
  readonly onChoose: (chosen: readonly WebhookEventType[]) => void;
}): ReactElement {
  return (
    <fieldset className="checks webhook-events">
      <legend>{words.events}</legend>
      <p className="hint">{words.eventsHint}</p>
      {eventTypes.map((type) => (
        <label key={type}>
          <input
            checked={chosen.includes(type)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, type] : chosen.filter((each) => each !== type))
            }
            type="checkbox"
          />
          <span className="mono">{type}</span>
        </label>
      ))}
    </fieldset>
  );
}
