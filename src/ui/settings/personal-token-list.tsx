import { type ReactElement, useState } from "react";
import type {
  CreatedPersonalToken,
  PersonalTokenRow,
} from "../../api/admin/contract/personal-token-models.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { personalTokens: words, account } = texts.settings;

const scopes = (["read", "write", "admin"] as const).map((value) => ({
  value,
  label: words.scopes[value],
}));
const ends = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: plural(texts.tokens.endsIn, days),
}));

/** The tokens with which programs act for the person. */
export function PersonalTokenList(): ReactElement {
  const tokens = useAnswer("GET /account/tokens", {});
  return (
    <Card title={words.title}>
      <p className="hint">{words.hint}</p>
      <Loaded lines={1} query={tokens}>
        {(answer) => (
          <ul className="rows">
            {answer.tokens.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        )}
      </Loaded>
      <NewPersonalToken />
    </Card>
  );
}

function TokenItem({ token }: { readonly token: PersonalTokenRow }): ReactElement {
  const { id, name, scope, expiresAt, lastUsedAt } = token;
  const revoke = useChange("DELETE /account/tokens/:token");
  return (
    <li className="row">
      <div className="row-main">
        <b>{name}</b>
        <small>
          {words.scopes[scope]} · {expiresAt > Date.now() ? words.expires : texts.tokens.expired}{" "}
          <RelativeTime at={expiresAt} /> · {account.lastUsed} <RelativeTime at={lastUsedAt} />
        </small>
      </div>
      <Button isBusy={revoke.isPending} onClick={() => revoke.mutate({ params: { token: id } })}>
        {texts.tokens.revoke}
      </Button>
    </li>
  );
}

function NewPersonalToken(): ReactElement {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<PersonalTokenRow["scope"]>("read");
  const [days, setDays] = useState("30");
  const [created, setCreated] = useState<CreatedPersonalToken | null>(null);
  const create = useChange("POST /account/tokens", {
    isShown: () => true,
    onDone: (answer) => {
      setCreated(answer);
      setName("");
    },
  });
  return (
    <>
      {created !== null && (
        <div className="field">
          <p className="hint">{fill(texts.tokens.madeText, { name: created.token.name })}</p>
          <div className="command">
            <pre>{created.value}</pre>
            <CopyButton isFocused={true} label={texts.tokens.copyToken} text={created.value} />
          </div>
        </div>
      )}
      <form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { name, scope, expiresInDays: Number(days) } });
        }}
      >
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
        <SelectField choices={ends} label={texts.tokens.end} onChoose={setDays} value={days} />
        <Button icon="key" isBusy={create.isPending} type="submit">
          {words.create}
        </Button>
      </form>
    </>
  );
}
