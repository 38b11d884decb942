import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { SessionAnswer } from "../../api/admin/contract/session-models.ts";
import { type CallError, call, type InputOf } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { ProviderButton } from "../session/provider-button.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { canAskPasskey, PasskeyButton } from "./passkey-button.tsx";
import { requireKeptCookie } from "./require-kept-cookie.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { LockedNote, SignInReason } from "./sign-in-reason.tsx";

const { session: words } = texts;

export function SignInPage({ session }: { readonly session: SessionAnswer }): ReactElement {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation<void, CallError, InputOf<"POST /session">>({
    mutationFn: async (input) => {
      await call("POST /session", input);
      await requireKeptCookie(words.cookieNotKept);
    },
    onSuccess: () => refresh(),
  });
  const { signOn } = session;
  const hasPasskeys = session.canUsePasskeys && canAskPasskey() && signOn?.isOnly !== true;
  const waitSeconds = signIn.error?.retryAfterSeconds;
  const form = (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ body: { email, password } });
      }}
    >
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
        error={waitSeconds === undefined ? signIn.error?.message : undefined}
        label={words.password}
        name="password"
        onChange={({ target }) => setPassword(target.value)}
        required={true}
        type="password"
        value={password}
      />
      {waitSeconds !== undefined && <LockedNote seconds={waitSeconds} />}
      <Button
        isBusy={signIn.isPending}
        look={hasPasskeys || signOn !== null ? "normal" : "main"}
        type="submit"
      >
        {words.signIn}
      </Button>
    </form>
  );
  return (
    <SignInFrame isHostShown={true} title={words.signInTitle}>
      <SignInReason needsSetUp={session.needsSetUp} />
      {signOn !== null && (
        <ProviderButton
          isMain={true}
          label={fill(words.provider, { provider: signOn.provider })}
          purpose="sign_in"
        />
      )}
      {hasPasskeys && <PasskeyButton isMain={signOn === null} />}
      {(hasPasskeys || signOn !== null) && <p className="or">{words.or}</p>}
      {signOn?.isOnly === true ? (
        <details>
          <summary>{words.emergency}</summary>
          {form}
        </details>
      ) : (
        form
      )}
      {!session.needsSetUp && signOn?.isOnly !== true && (
        <p className="hint sign-in-help">
          {words.forgotten} <code>{words.forgottenCommand}</code>
        </p>
      )}
    </SignInFrame>
  );
}
