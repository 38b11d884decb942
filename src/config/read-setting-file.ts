import { readFile } from "node:fs/promises";
import { fileProblem } from "../core/text/file-problem.ts";
import { quote } from "../core/text/quote.ts";
import { ConfigError } from "./config-error.ts";

/** The text of the file that a setting names. Rejects with a ConfigError if it cannot be read. */
export async function readSettingFile(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(
      `${flag} names a file that cannot be read, ${quote(path)}: ${fileProblem(error)}`,
    );
  }
}
