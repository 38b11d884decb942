/**
 * The URL at which a person sets a password with a link's code. `base` is the URL of the web UI
 * without a slash at its end. Browsers do not send the part after the `#`, so it is in no log.
 */
export function setUpLink(base: string, code: string): string {
  return `${base}/set-up#${code}`;
}
