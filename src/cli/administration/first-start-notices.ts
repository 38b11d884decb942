/**
 * The text that the first start in hosted mode prints: the token, and a `curl` line that uses it. The
 * certificate need not match the address that the server listens on.
 */
export function firstTokenNotice(value: string, apiUrl: string, isPublic = false): string {
  const insecure = apiUrl.startsWith("https:") && !isPublic ? "--insecure " : "";
  return [
    "This is the first start. Keep this token, it is shown only once:",
    "",
    `  ${value}`,
    "",
    "It may read and write Production and manage preview environments. To try it:",
    "",
    `  curl ${insecure}-H 'Flipper-Cloud-Token: ${value}' ${apiUrl}/features`,
    "",
    "",
  ].join("\n");
}

/** For a server that listens on every address: the link names localhost. */
export const otherMachineNotice =
  "From another machine, replace localhost with this server's name.\n\n";

export function firstLinkNotice(url: string): string {
  return [
    "Open this link in a browser to set a password for the web UI. It works once, for 7 days:",
    "",
    `  ${url}`,
    "",
    "",
  ].join("\n");
}
