import { type ReactElement, useState } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { LetterKeysSwitch } from "../parts/letter-keys-switch.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useSession } from "../session/session.ts";
import { chooseTheme, themes, useTheme } from "../session/theme.ts";
import { plural } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { IdentityList } from "./identity-list.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { PersonalTokenList } from "./personal-token-list.tsx";
import { SessionList } from "./session-list.tsx";

const { account: words } = settingsTexts.settings;

/** The settings of the signed-in person. */
export function AccountSection(): ReactElement {
  const { user, canUsePasskeys, signOn } = useSession();
  const theme = useTheme();
  const sessions = useAnswer("GET /account/sessions", {});
  return (
    <>
      <Card title={user?.email ?? words.title}>
        {user !== null && <NameForm key={user.name} name={user.name} />}
        <div className="setting">
          <span>{words.colours}</span>
          <Segmented
            choices={themes.map((value) => ({ value, label: words.themes[value] }))}
            label={words.colours}
            onChoose={chooseTheme}
            value={theme}
          />
        </div>
        <LetterKeysSwitch />
      </Card>
      <PasswordCard />
      {canUsePasskeys && <PasskeyList />}
      {signOn !== null && <IdentityList provider={signOn.provider} />}
      <PersonalTokenList />
      <Card isFlush={true} title={words.sessions}>
        <Loaded name={words.sessions} query={sessions}>
          {(answer) => <SessionList sessions={answer.sessions} />}
        </Loaded>
      </Card>
    </>
  );
}

/** The name that others see. */
function NameForm({ name }: { readonly name: string }): ReactElement {
  const [typed, setTyped] = useState(name);
  const change = useChange("PATCH /account", {
    isShown: () => true,
    onDone: () => showDone(words.renamed),
  });
  return (
    <form
      className="inline-form spaced"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ body: { name: typed } });
      }}
    >
      <TextField
        autoComplete="name"
        error={change.error?.message}
        label={texts.session.name}
        maxLength={255}
        onChange={({ target }) => setTyped(target.value)}
        required={true}
        value={typed}
      />
      <Button disabled={typed === name} isBusy={change.isPending} type="submit">
        {words.rename}
      </Button>
    </form>
  );
}

function PasswordCard(): ReactElement {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [removesPasskeys, setRemovesPasskeys] = useState(false);
  const passkeyCount = useAnswer("GET /account/passkeys", {}).data?.passkeys.length ?? 0;
  const tokenCount = useAnswer("GET /account/tokens", {}).data?.tokens.length ?? 0;
  const change = useChange("PUT /account/password", {
    isShown: () => true,
    onDone: (_, { body }) => {
      setCurrent("");
      setPassword("");
      setRemovesPasskeys(false);
      showDone(
        body.removePasskeys === true || passkeyCount === 0
          ? words.passwordChanged
          : plural(words.passkeysStay, passkeyCount),
      );
    },
  });
  const isCurrentWrong = change.error?.place === "current";
  return (
    <Card title={words.password}>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ body: { current, password, removePasskeys: removesPasskeys } });
        }}
      >
        <TextField
          autoComplete="current-password"
          error={isCurrentWrong ? change.error?.message : undefined}
          label={words.currentPassword}
          onChange={({ target }) => setCurrent(target.value)}
          required={true}
          type="password"
          value={current}
        />
        <TextField
          autoComplete="new-password"
          error={isCurrentWrong ? undefined : change.error?.message}
          hint={words.passwordHint}
          label={texts.session.newPassword}
          onChange={({ target }) => setPassword(target.value)}
          required={true}
          type="password"
          value={password}
        />
        {passkeyCount + tokenCount > 0 && (
          <label className="choice">
            <input
              checked={removesPasskeys}
              onChange={({ target }) => setRemovesPasskeys(target.checked)}
              type="checkbox"
            />
            <span>
              {passkeyCount === 0 ? words.removeTokens : plural(words.removePasskeys, passkeyCount)}
              {passkeyCount > 0 && tokenCount > 0 && <small>{words.tokensEndToo}</small>}
            </span>
          </label>
        )}
        <div>
          <Button isBusy={change.isPending} look="main" type="submit">
            {texts.session.setPassword}
          </Button>
        </div>
      </form>
    </Card>
  );
}
