import { shownCheck } from "./history/shop-features.ts";
import { demoPath } from "./sign-in/demo-controller.ts";

/** The text that a demo prints. The code follows the #, so that browsers do not send it. */
export function demoNotice({
  siteUrl,
  apiUrl,
  code,
  token,
}: {
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly code: string;
  readonly token: string;
}): string {
  const { actor, key } = shownCheck;
  return [
    "This is a demo with example data. Open this link in a browser to sign in. It works once:",
    "",
    `  ${siteUrl}${demoPath}#${code}`,
    "",
    "Check a feature for an actor:",
    "",
    `  curl -H 'Flipper-Cloud-Token: ${token}' '${apiUrl}/actors/${actor}?keys=${key}'`,
    "",
    "Ctrl-C deletes it.",
    "",
    "",
  ].join("\n");
}
