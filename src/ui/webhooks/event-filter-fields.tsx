import type { ReactElement } from "react";
import type { WebhookEventType } from "../../core/model/webhook.ts";
import { TextField } from "../parts/field.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";

const { webhooks: words } = settingsTexts.settings;
const eventTypes: readonly WebhookEventType[] = [
  "feature.created",
  "feature.updated",
  "feature.deleted",
  "key.retired",
  "key.freed",
  "environment.created",
  "environment.deleted",
  "token.created",
  "token.revoked",
  "member.added",
  "member.updated",
  "member.removed",
  "sign_in.break_glass",
];

/** What a webhook of events sends; `keys` is empty for all features. */
export interface EventFilter {
  readonly events: readonly WebhookEventType[];
  readonly keys: string;
}

/** The fields for the filter of a webhook. */
export function EventFilterFields({
  filter,
  onChange,
}: {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}): ReactElement {
  const { events } = filter;
  return (
    <>
      <fieldset className="checks webhook-events">
        <legend>{words.events}</legend>
        <p className="hint">{words.eventsHint}</p>
        {eventTypes.map((type) => (
          <label key={type}>
            <input
              checked={events.includes(type)}
              onChange={({ target }) => {
                const others = events.filter((each) => each !== type);
                onChange({ ...filter, events: target.checked ? [...others, type] : others });
              }}
              type="checkbox"
            />
            <span className="mono">{type}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        autoComplete="off"
        hint={words.keysHint}
        label={words.keys}
        maxLength={255}
        onChange={({ target }) => onChange({ ...filter, keys: target.value })}
        spellCheck={false}
        value={filter.keys}
      />
    </>
  );
}
