import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { CreatedToken, TokenRow } from "../../api/admin/contract/token-models.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";

const { tokens: words } = tokensTexts;

type Access = TokenRow["access"];

const accesses: readonly Access[] = ["read_only", "read_and_write", "evaluate"];
const never = "never";
const dayMs = 86_400_000;
const ends = [
  { value: never, label: words.endsNever },
  ...[7, 30, 90, 365].map((days) => ({ value: String(days), label: plural(words.endsIn, days) })),
];

export function NewTokenForm({
  environment,
  onCreated,
  onClose,
}: {
  readonly environment: EnvironmentRow;
  readonly onCreated: (created: CreatedToken) => void;
  readonly onClose: () => void;
}): ReactElement {
  const [name, setName] = useState("");
  const [access, setAccess] = useState<Access>("read_only");
  const [manages, setManages] = useState(false);
  const [end, setEnd] = useState(never);
  const create = useChange("POST /environments/:environment/tokens", {
    isShown: () => true,
    onDone: onCreated,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          params: { environment: environment.id },
          body: {
            name,
            access,
            managesEnvironments: manages && access !== "evaluate",
            ...(end === never ? {} : { expiresInMs: Number(end) * dayMs }),
          },
        });
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={create.error?.message}
        hint={words.nameHint}
        label={words.name}
        maxLength={255}
        onChange={({ target }) => setName(target.value)}
        required={true}
        value={name}
      />
      <AccessChoice access={access} onChoose={setAccess} />
      <label className="choice">
        <input
          checked={manages && access !== "evaluate"}
          disabled={access === "evaluate"}
          onChange={({ target }) => setManages(target.checked)}
          type="checkbox"
        />
        <span>
          {words.manages}
          <small>{words.managesHint}</small>
        </span>
      </label>
      <SelectField choices={ends} label={words.end} onChoose={setEnd} value={end} />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={create.isPending} look="main" type="submit">
          {texts.common.create}
        </Button>
      </footer>
    </form>
  );
}

function AccessChoice({
  access,
  onChoose,
}: {
  readonly access: Access;
  readonly onChoose: (access: Access) => void;
}): ReactElement {
  return (
    <fieldset className="choices">
      <legend>{words.access}</legend>
      {accesses.map((each) => (
        <label className="choice" key={each}>
          <input
            checked={access === each}
            name="access"
            onChange={() => onChoose(each)}
            type="radio"
            value={each}
          />
          <span>
            {words.accesses[each]}
            <small>{words.accessHints[each]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
