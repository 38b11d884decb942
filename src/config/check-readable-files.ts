import { access, constants, stat } from "node:fs/promises";
import { fileProblem } from "../core/text/file-problem.ts";
import { quote } from "../core/text/quote.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { readTlsFiles } from "./read-tls-files.ts";

/**
 * Checks every file of the configuration, so that an invalid one ends the start at once. Throws a
 * ConfigError.
 */
export async function checkReadableFiles(config: Config): Promise<void> {
  if (config.tls !== undefined) {
    await checkReadable("--tls-cert", config.tls.certificateFile);
    await checkReadable("--tls-key", config.tls.keyFile);
    await readTlsFiles(config.tls);
  }
}

async function checkReadable(source: string, path: string): Promise<void> {
  const reason = await unreadableReason(path);
  if (reason !== undefined) {
    throw new ConfigError(`${source} names a file that cannot be read, ${quote(path)}: ${reason}`);
  }
}

async function unreadableReason(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) {
      return "it is not a file";
    }
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return fileProblem(error);
  }
}
