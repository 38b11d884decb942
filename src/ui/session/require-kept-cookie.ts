import { CallError, call } from "../api/call.ts";

/**
 * Rejects with the message if the browser did not keep the cookie of a sign-in, as Safari keeps no
 * `Secure` cookie over http. Without this the form would come back empty.
 */
export async function requireKeptCookie(message: string): Promise<void> {
  const { user } = await call("GET /session", {});
  if (user === null) {
    throw new CallError(0, { code: "cookie_not_kept", message });
  }
}
