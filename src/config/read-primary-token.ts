import { ConfigError } from "./config-error.ts";
import { parseToken } from "./parse-secrets.ts";
import { readSettingFile } from "./read-setting-file.ts";
import type { PrimaryConfig } from "./replica-settings.ts";

/** The token of a replica for its primary. Throws a ConfigError that does not show it. */
export async function readPrimaryToken({ token, tokenFile }: PrimaryConfig): Promise<string> {
  if (token !== undefined || tokenFile === undefined) {
    return token ?? "";
  }
  const text = await readSettingFile("--origin-token-file", tokenFile);
  const parsed = parseToken(text.trim());
  if ("reason" in parsed) {
    throw new ConfigError(`--origin-token-file names a file whose token ${parsed.reason}`);
  }
  return parsed.value;
}
