import type { Parsed } from "./parse.ts";

export interface BasicAuth {
  readonly user: string;
  readonly password: string;
}

const tokenLengthMin = 16;
const lengthMax = 255;
const visibleAscii = /^[\x21-\x7e]+$/;
const control = /\p{Cc}/u;

/** A token that a client can send in a header: 16 to 255 visible ASCII characters. */
export function parseToken(text: string): Parsed<string> {
  const valid =
    text.length >= tokenLengthMin && text.length <= lengthMax && visibleAscii.test(text);
  return valid
    ? { value: text }
    : { reason: `must have ${tokenLengthMin} to ${lengthMax} visible ASCII characters` };
}

/** `USER:PASSWORD`; the password may hold colons, the user cannot (RFC 7617). */
export function parseBasicAuth(text: string): Parsed<BasicAuth> {
  const colon = text.indexOf(":");
  const user = text.slice(0, colon);
  const password = text.slice(colon + 1);
  const valid = colon > 0 && password !== "" && text.length <= lengthMax && !control.test(text);
  return valid
    ? { value: { user, password } }
    : { reason: `must be USER:PASSWORD, neither empty, of at most ${lengthMax} characters` };
}
