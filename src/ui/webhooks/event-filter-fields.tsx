import type { ReactElement } from "react";
import type { WebhookEventType } from "../../core/model/webhook.ts";
import { TextField } from "../parts/field.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";

const { webhooks: words } = settingsTexts.settings;
/** As an object, so that the compiler finds a missing type. */
const types: Readonly<Record<WebhookEventType, true>> = {
  "feature.created": true,
  "feature.updated": true,
  "feature.deleted": true,
  "rollout.started": true,
  "rollout.stepped": true,
  "rollout.held": true,
  "rollout.paused": true,
  "rollout.resumed": true,
  "rollout.stopped": true,
  "rollout.done": true,
  "guard.alarm": true,
  "guard.silent": true,
  "guard.mismatch": true,
  "request.opened": true,
  "request.approved": true,
  "request.changes_asked": true,
  "request.drifted": true,
  "request.rebased": true,
  "request.missed": true,
  "request.applied": true,
  "request.expired": true,
  "request.withdrawn": true,
  "change.bypassed": true,
  "change.turned_off": true,
  "policy.changed": true,
  "key.retired": true,
  "key.freed": true,
  "environment.created": true,
  "environment.deleted": true,
  "token.created": true,
  "token.revoked": true,
  "member.added": true,
  "member.updated": true,
  "member.removed": true,
  "sign_in.break_glass": true,
  "audit.checkpoint": true,
  "audit.key_rotated": true,
};
const eventTypes = Object.keys(types) as readonly WebhookEventType[];

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
