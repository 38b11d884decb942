import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs a text that a client stores: HMAC-SHA256 in base64url, which has 43 characters. */
export function signatureOf(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/**
 * Whether a signature of 43 characters belongs to the text; the time of the comparison reveals
 * nothing.
 */
export function isSignatureOf(signature: string, text: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(text, key)), Buffer.from(signature));
}
