import { type ReactElement, useState } from "react";
import { CallError, call, cancelledCode } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showDone, showError } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { account: words } = settingsTexts.settings;

/** The passkeys of the person: a second way to sign in, without a password. */
export function PasskeyList(): ReactElement {
  const passkeys = useAnswer("GET /account/passkeys", {});
  const remove = useChange("DELETE /account/passkeys/:passkey");
  return (
    <Card title={words.passkeys}>
      <Loaded name={words.passkeys} lines={1} query={passkeys}>
        {(answer) => (
          <ul className="rows">
            {answer.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <li className="row" key={id}>
                <div className="row-main">
                  <b>{name}</b>
                  <small>
                    {words.added} <RelativeTime at={createdAt} /> · {words.lastUsed}{" "}
                    <RelativeTime at={lastUsedAt} />
                  </small>
                </div>
                <Button onClick={() => remove.mutate({ params: { passkey: id } })}>
                  {texts.common.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <NewPasskey />
    </Card>
  );
}

function NewPasskey(): ReactElement {
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await addPasskey(name);
      setName("");
      showDone(words.passkeyAdded);
      await refresh();
    } catch (error) {
      if (error instanceof CallError) {
        if (error.code !== cancelledCode) {
          showError(error);
        }
      } else if (!(error instanceof DOMException)) {
        throw error;
      }
      // A DOMException: the person has closed the browser's dialog.
    } finally {
      setBusy(false);
    }
  };
  if (window.PublicKeyCredential === undefined) {
    return <p className="hint">{words.passkeysUnavailable}</p>;
  }
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={words.passkeyName}
        maxLength={50}
        onChange={({ target }) => setName(target.value)}
        placeholder={words.passkeyExample}
        required={true}
        value={name}
      />
      <Button icon="key" isBusy={isBusy} type="submit">
        {words.addPasskey}
      </Button>
    </form>
  );
}

async function addPasskey(name: string): Promise<void> {
  const { options }: { readonly options: object } = await call("POST /account/passkeys/options", {
    body: {},
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  if (credential instanceof PublicKeyCredential) {
    await call("POST /account/passkeys", { body: { name, response: { ...credential.toJSON() } } });
  }
}
