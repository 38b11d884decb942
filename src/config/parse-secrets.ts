import type { Credentials } from "../core/secrets/credentials.ts";
import type { ParseResult } from "./value-parsers.ts";

const tokenLengthMin = 16;
const lengthMax = 255;
const visibleAscii = /^[\x21-\x7e]+$/;
const quoted = /^(["']).*\1$/s;
const sealingKey = /^[A-Za-z0-9+/]{43}=?$/;
const control = /\p{Cc}/u;

/** Quotes in files of variables, which `docker --env-file` does not remove. */
export const inQuotes = "is in quotes, which would be a part of it; leave them out";

export function isQuoted(text: string): boolean {
  return quoted.test(text);
}

/** Parses a token that a client can send in a header: 16 to 255 visible ASCII characters. */
export function parseToken(text: string): ParseResult<string> {
  if (isQuoted(text)) {
    return { reason: inQuotes };
  }
  const valid =
    text.length >= tokenLengthMin && text.length <= lengthMax && visibleAscii.test(text);
  return valid
    ? { value: text }
    : { reason: `must have ${tokenLengthMin} to ${lengthMax} visible ASCII characters` };
}

/** Parses `USER:PASSWORD`; the password may contain colons, the user cannot (RFC 7617). */
export function parseBasicAuth(text: string): ParseResult<Credentials> {
  if (isQuoted(text)) {
    return { reason: inQuotes };
  }
  const colon = text.indexOf(":");
  const user = text.slice(0, colon);
  const password = text.slice(colon + 1);
  const valid = colon > 0 && password !== "" && text.length <= lengthMax && !control.test(text);
  return valid
    ? { value: { user, password } }
    : { reason: `must be USER:PASSWORD, both not empty, of at most ${lengthMax} characters` };
}

/** Parses the key that seals secrets: 32 bytes in base64. */
export function parseSealingKey(text: string): ParseResult<string> {
  return sealingKey.test(text)
    ? { value: text }
    : { reason: "must be 32 bytes in base64, as openssl rand -base64 32 prints them" };
}
