import type { ReactElement } from "react";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";
import type { PeerFacts } from "./send-import.ts";

const { peer: words } = settingsTexts.settings.transfer;

/** What the server cannot read from a file of another system. */
export function PeerFactsForm({
  facts,
  onType,
  onPreview,
}: {
  readonly facts: PeerFacts;
  readonly onType: (facts: PeerFacts) => void;
  readonly onPreview: () => void;
}): ReactElement {
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <TextField
        hint={words.environmentHint}
        label={words.environment}
        maxLength={255}
        onChange={({ target }) => onType({ ...facts, environment: target.value })}
        value={facts.environment}
      />
      <TextField
        hint={words.actorIdHint}
        label={words.actorId}
        maxLength={1_000}
        onChange={({ target }) => onType({ ...facts, actorId: target.value })}
        value={facts.actorId}
      />
      <div>
        <Button type="submit">{words.again}</Button>
      </div>
    </form>
  );
}
