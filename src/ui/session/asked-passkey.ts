import { call } from "../api/call.ts";

/** What a passkey of this browser answers; null if the person has closed the browser's dialog. */
export async function askedPasskey(): Promise<object | null> {
  const { options } = await call("POST /passkeys/sign-in/options", { body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    if (error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}
