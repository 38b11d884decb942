import { call } from "../api/call.ts";

/** The JSON form of a credential. */
type PasskeyResponse = Readonly<Record<string, unknown>>;

/** The answer of a passkey in this browser; null if the person has closed the browser's dialog. */
export async function askedPasskey(): Promise<PasskeyResponse | null> {
  const { options }: { readonly options: object } = await call("POST /passkeys/sign-in/options", {
    body: {},
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : null;
  } catch (error) {
    if (error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}
