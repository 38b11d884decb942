import { type ReactElement, useState } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useSession } from "../session/session.ts";
import { chooseTheme, themes, useTheme } from "../session/theme.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { PasskeyList } from "./passkey-list.tsx";
import { PersonalTokenList } from "./personal-token-list.tsx";
import { SessionList } from "./session-list.tsx";

const { account: words } = texts.settings;

/** The settings of the signed-in person. */
export function AccountSection(): ReactElement {
  const { user, canUsePasskeys } = useSession();
  const theme = useTheme();
  const sessions = useAnswer("GET /account/sessions", {});
  return (
    <>
      <Card title={user?.email ?? words.title}>
        <div className="setting">
          <span>{words.colours}</span>
          <Segmented
            choices={themes.map((value) => ({ value, label: words.themes[value] }))}
            label={words.colours}
            onChoose={chooseTheme}
            value={theme}
          />
        </div>
      </Card>
      <PasswordCard />
      {canUsePasskeys && <PasskeyList />}
      <PersonalTokenList />
      <Card isFlush={true} title={words.sessions}>
        <Loaded query={sessions}>{(answer) => <SessionList sessions={answer.sessions} />}</Loaded>
      </Card>
    </>
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
