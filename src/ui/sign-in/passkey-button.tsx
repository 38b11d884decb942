import { type ReactElement, useState } from "react";
import { CallError, call } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showError } from "../api/toast-manager.ts";
import { Button } from "../parts/button.tsx";
import { askedPasskey } from "../session/asked-passkey.ts";
import { texts } from "../texts/texts.ts";
import { requireKeptCookie } from "./require-kept-cookie.ts";

/** Whether the browser and the address allow passkeys. */
export function canAskPasskey(): boolean {
  return window.PublicKeyCredential !== undefined;
}

/** Signs in with a passkey. */
export function PasskeyButton({ isMain }: { readonly isMain: boolean }): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      await signInWithPasskey();
      await refresh();
    } catch (error) {
      if (!(error instanceof CallError)) {
        throw error;
      }
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon="key"
      isBusy={isBusy}
      look={isMain ? "main" : "normal"}
      onClick={() => void signIn()}
    >
      {texts.session.passkey}
    </Button>
  );
}

async function signInWithPasskey(): Promise<void> {
  const response = await askedPasskey();
  if (response !== null) {
    await call("POST /passkeys/sign-in", { body: { response } });
    await requireKeptCookie(texts.session.cookieNotKept);
  }
}
