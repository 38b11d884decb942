import { CallError, call } from "../api/call.ts";

/**
 * Rejects with the message if the browser did not store the cookie of a sign-in: Safari stores no
 * `Secure` cookie over http. Without this check the form would appear again without a reason.
 */
export async function requireKeptCookie(message: string): Promise<void> {
  const { user } = await call("GET /session", {});
  if (user === null) {
    throw new CallError(0, { code: "cookie_not_kept", message });
  }
}
