/** A length that servers and proxies accept too. */
const urlLengthMax = 2_048;
const spaceOrControl = /[\s\p{Cc}]/u;
const brackets = /^\[|\]$/g;

export interface TargetUrl {
  readonly url: URL;
  /** The host without brackets: a name, or an address in its usual form. */
  readonly host: string;
}

/**
 * Reads the URL of a target; the reason of a refusal follows "the URL". Odd forms of addresses,
 * such as `0x7f.1`, become usual ones here: `URL` writes them as four numbers.
 */
export function parseTargetUrl(text: string): TargetUrl | { readonly reason: string } {
  if (text.length > urlLengthMax) {
    return { reason: `must have at most ${urlLengthMax} characters` };
  }
  if (spaceOrControl.test(text)) {
    return { reason: "must not hold spaces or control characters; write a space as %20" };
  }
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return { reason: "must be an https URL, such as https://app.example/webhooks" };
  }
  if (url.username + url.password !== "") {
    // URLs are shown in lists and logs.
    return { reason: "must not have a user or a password" };
  }
  return { url, host: url.hostname.replaceAll(brackets, "") };
}
