import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { SessionAnswer } from "../../api/admin/contract/session-models.ts";
import { type CallError, call, type InputOf } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/texts.ts";
import { hasKeptDrafts } from "./kept-drafts.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { requireKeptCookie } from "./require-kept-cookie.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const { session: words } = texts;

export function SignInPage({
  session,
  hasEnded,
}: {
  readonly session: SessionAnswer;
  /** Whether this page was signed in before. */
  readonly hasEnded: boolean;
}): ReactElement {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation<void, CallError, InputOf<"POST /session">>({
    mutationFn: async (input) => {
      await call("POST /session", input);
      await requireKeptCookie(words.cookieNotKept);
    },
    onSuccess: () => refresh(),
  });
  return (
    <SignInFrame title={words.signInTitle}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate({ body: { email, password } });
        }}
      >
        {(hasEnded || hasKeptDrafts()) && (
          <p className="notice" role="status">
            <Icon name="info" />
            <span>
              {hasEnded && words.ended} {hasKeptDrafts() && words.draftsKept}
            </span>
          </p>
        )}
        <TextField
          autoComplete="username"
          autoFocus={true}
          label={words.email}
          name="email"
          onChange={({ target }) => setEmail(target.value)}
          required={true}
          type="email"
          value={email}
        />
        <TextField
          autoComplete="current-password"
          error={signIn.error?.message}
          label={words.password}
          name="password"
          onChange={({ target }) => setPassword(target.value)}
          required={true}
          type="password"
          value={password}
        />
        <Button isBusy={signIn.isPending} look="main" type="submit">
          {words.signIn}
        </Button>
        {session.canUsePasskeys && <PasskeyButton />}
      </form>
      {session.needsSetUp ? (
        <p className="hint">
          {words.notSetUp} <code>{words.firstStartFile}</code> {words.notSetUpPlace}{" "}
          <code>{words.newLinkCommand}</code> {words.newLinkPlace}
        </p>
      ) : (
        <p className="hint">
          {words.forgotten} <code>{words.forgottenCommand}</code>
        </p>
      )}
    </SignInFrame>
  );
}
