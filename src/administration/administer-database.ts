import type { OpenedData } from "../writer/opened-data.ts";
import { type AdministeredDirectory, administerOpened } from "./administer-directory.ts";
import type { Administer } from "./administration.ts";
import { type AskDirectory, type AskOptions, answerHere, askedHeaders } from "./ask-directory.ts";
import type { ServerRecord } from "./recorded-mode.ts";

/** Opens a database that servers share; commands are writers of their own. */
export type OpenDatabase = () => Promise<OpenedData>;

/** Only hosted servers have tokens and environments to administer. */
const server: ServerRecord = { mode: "hosted" };

/** Administers a database that servers share. They see each change as one of another server. */
export function administerDatabase(
  open: OpenDatabase,
  options: Pick<AdministeredDirectory, "now" | "webhooks">,
): Administer {
  return async (name, input) =>
    administerOpened({ ...(await open()), server }, options, name, input);
}

/** Sends requests as an administrator of a database that servers share. */
export function askDatabase(
  open: OpenDatabase,
  { openApi }: Pick<AskOptions, "openApi">,
): AskDirectory {
  return (place) => async (path, init) => {
    const given = { ...init, headers: askedHeaders(place, init) };
    return answerHere({ openApi }, { ...(await open()), server }, path, given);
  };
}
