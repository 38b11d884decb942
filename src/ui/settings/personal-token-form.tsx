import { type ReactElement, useState } from "react";
import type {
  CreatedPersonalToken,
  PersonalTokenRow,
} from "../../api/admin/contract/personal-token-models.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";

const { personalTokens: words } = settingsTexts.settings;

const scopes = (["read", "write", "admin"] as const).map((value) => ({
  value,
  label: words.scopes[value],
}));
const ends = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: plural(tokensTexts.tokens.endsIn, days),
}));
const firstEnd = "90";
const environmentsMax = 50;

/** Creates a token for programs of this person, and shows its value once. */
export function PersonalTokenForm(): ReactElement {
  const [created, setCreated] = useState<CreatedPersonalToken | null>(null);
  return (
    <>
      {created !== null && (
        <div className="field">
          <p className="hint">{fill(tokensTexts.tokens.madeText, { name: created.token.name })}</p>
          <div className="command">
            <pre>{created.value}</pre>
            <CopyButton
              isFocused={true}
              label={tokensTexts.tokens.copyToken}
              text={created.value}
            />
          </div>
        </div>
      )}
      <TokenForm key={created?.token.id ?? ""} onCreated={setCreated} />
    </>
  );
}

function TokenForm({
  onCreated,
}: {
  readonly onCreated: (created: CreatedPersonalToken) => void;
}): ReactElement {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<PersonalTokenRow["scope"]>("read");
  const [days, setDays] = useState(firstEnd);
  const [approves, setApproves] = useState(false);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const create = useChange("POST /account/tokens", { isShown: () => true, onDone: onCreated });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const limit = chosen === null ? {} : { environments: chosen.map(String) };
        create.mutate({ body: { name, scope, approves, expiresInDays: Number(days), ...limit } });
      }}
    >
      <div className="field-pair">
        <TextField
          autoComplete="off"
          error={create.error?.message}
          label={words.name}
          maxLength={255}
          onChange={({ target }) => setName(target.value)}
          placeholder={words.example}
          required={true}
          value={name}
        />
        <SelectField choices={scopes} label={words.scope} onChoose={setScope} value={scope} />
        <SelectField
          choices={ends}
          label={tokensTexts.tokens.end}
          onChoose={setDays}
          value={days}
        />
      </div>
      <EnvironmentLimit chosen={chosen} onChoose={setChosen} />
      <label className="choice">
        <input
          checked={approves}
          onChange={({ target }) => setApproves(target.checked)}
          type="checkbox"
        />
        <span>
          {words.approves}
          <small>{words.approvesHint}</small>
        </span>
      </label>
      <div>
        <Button disabled={chosen?.length === 0} icon="key" isBusy={create.isPending} type="submit">
          {words.create}
        </Button>
      </div>
    </form>
  );
}

/** The environments of the token; null for all. */
function EnvironmentLimit({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly number[] | null;
  readonly onChoose: (chosen: readonly number[] | null) => void;
}): ReactElement {
  const { environment, environments } = useEnvironments();
  return (
    <fieldset className="checks">
      <legend>{words.environments}</legend>
      <div>
        <Segmented
          choices={[
            { value: "all", label: words.allEnvironments },
            { value: "some", label: words.someEnvironments },
          ]}
          label={words.whichEnvironments}
          onChoose={(value) => onChoose(value === "all" ? null : [environment.id])}
          value={chosen === null ? "all" : "some"}
        />
      </div>
      {chosen !== null &&
        environments.map(({ id, name }) => (
          <label key={id}>
            <input
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= environmentsMax}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
              type="checkbox"
            />
            {name}
          </label>
        ))}
    </fieldset>
  );
}
