/** What the first start in hosted mode says, once: the token, and a line that works as pasted. */
export function firstTokenNotice(value: string, apiUrl: string): string {
  const insecure = apiUrl.startsWith("https:") ? "--insecure " : "";
  return [
    "This is the first start. Your token, shown only this once:",
    "",
    `  ${value}`,
    "",
    "It may read and write Production and manage preview environments. Try it:",
    "",
    `  curl ${insecure}-H 'Flipper-Cloud-Token: ${value}' ${apiUrl}/features`,
    "",
    "",
  ].join("\n");
}
