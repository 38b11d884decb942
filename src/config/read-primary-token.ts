import { readFile } from "node:fs/promises";
import { fileProblem } from "../core/text/file-problem.ts";
import { quote } from "../core/text/quote.ts";
import { ConfigError } from "./config-error.ts";
import { parseToken } from "./parse-secrets.ts";
import type { PrimaryConfig } from "./replica-settings.ts";

/** The token with which a replica asks its origin. Throws a ConfigError that does not show it. */
export async function readPrimaryToken({ token, tokenFile }: PrimaryConfig): Promise<string> {
  if (token !== undefined || tokenFile === undefined) {
    return token ?? "";
  }
  let text: string;
  try {
    text = await readFile(tokenFile, "utf8");
  } catch (error) {
    throw new ConfigError(
      `--origin-token-file names a file that cannot be read, ${quote(tokenFile)}: ${fileProblem(error)}`,
    );
  }
  const parsed = parseToken(text.trim());
  if ("reason" in parsed) {
    throw new ConfigError(`--origin-token-file names a file whose token ${parsed.reason}`);
  }
  return parsed.value;
}
