import { ConfigError } from "./config-error.ts";
import type { DatabaseAddress } from "./database-settings.ts";
import { parseDatabaseUrl } from "./parse-database-url.ts";
import { readSettingFile } from "./read-setting-file.ts";

/** How to connect to a shared database. Never shown: URLs contain passwords. */
export interface DatabaseAccess extends Pick<DatabaseAddress, "directUrl" | "isPooled"> {
  readonly url: string;
  /** PEM text; undefined for the authorities of the system. */
  readonly ca: string | undefined;
}

/** Reads the files of an address. Throws a ConfigError that names the flag and the file. */
export async function readDatabaseFiles({
  source,
  directUrl,
  isPooled,
  caFile,
}: DatabaseAddress): Promise<DatabaseAccess> {
  const url = "url" in source ? source.url : await readUrl(source.file);
  const ca = caFile === undefined ? undefined : await readSettingFile("--database-ca", caFile);
  return { url, directUrl, isPooled, ca };
}

async function readUrl(path: string): Promise<string> {
  const parsed = parseDatabaseUrl((await readSettingFile("--database-file", path)).trim());
  if ("reason" in parsed) {
    throw new ConfigError(`the text of --database-file ${parsed.reason}`);
  }
  return parsed.value;
}
