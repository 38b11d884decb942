import { type ReactElement, useState } from "react";
import { CallError, call } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showError } from "../api/toast-manager.ts";
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/texts.ts";
import { askedPasskey } from "./asked-passkey.ts";
import { requireKeptCookie } from "./require-kept-cookie.ts";

/** Signs in with a passkey; shown where the browser and the address allow it. */
export function PasskeyButton(): ReactElement | null {
  const [isBusy, setBusy] = useState(false);
  if (window.PublicKeyCredential === undefined) {
    return null;
  }
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
    <Button icon="key" isBusy={isBusy} onClick={() => void signIn()}>
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
