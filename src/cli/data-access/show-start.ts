import type { Services } from "../../app/services/services.ts";
import type { Config } from "../../config/config.ts";
import { GatehouseError } from "../../core/errors.ts";
import {
  removeFirstStartFileAtUse,
  removeUsedFirstStartFile,
} from "../administration/first-start-file.ts";
import { type FirstStartOptions, showFirstStart } from "../administration/show-first-start.ts";

export interface StartOutput {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type StartConfig = Pick<Config, "token" | "dataDirectory" | "publicUrl" | "ui" | "database">;

/**
 * Shows the token and the link of a first start on standard output, or the path of their file. A
 * server without its database starts anyway, and `onSkipped` is called.
 */
export async function showStart(
  output: StartOutput,
  { token, dataDirectory, publicUrl, ui, database }: StartConfig,
  { writer }: Pick<Services, "writer">,
  urls: Pick<FirstStartOptions, "apiUrl" | "siteUrl" | "isOnEveryAddress">,
  onSkipped: (reason: string) => void,
): Promise<void> {
  try {
    if (database !== undefined) {
      // A copy may be older than the file, so this waits until the database has answered.
      await writer.submit(() => undefined);
    }
    await showFirstStart({
      writer,
      presetValue: token,
      directory: dataDirectory,
      offersLink: ui.isServed,
      ...urls,
      isPublic: publicUrl !== undefined,
      ...output,
    });
    if (database !== undefined) {
      removeIfUsed(dataDirectory, writer, onSkipped);
    }
  } catch (error) {
    const isDatabaseUnreachable =
      error instanceof GatehouseError && error.refusal === "unavailable";
    if (database === undefined || !isDatabaseUnreachable) {
      throw error;
    }
    onSkipped("the first token cannot be checked while the database is unreachable");
  }
  if (database !== undefined) {
    removeFirstStartFileAtUse(dataDirectory, writer);
  }
}

/**
 * The link may have been used on another server while this one did not run. The database has
 * answered, so the state is current; a copy could be older than the link.
 */
function removeIfUsed(
  directory: string,
  { state }: Services["writer"],
  onSkipped: (reason: string) => void,
): void {
  try {
    removeUsedFirstStartFile(directory, state);
  } catch (error) {
    onSkipped(`the file of the first start cannot be deleted: ${String(error)}`);
  }
}
