import { removeUsedFirstStartFile } from "../administration/first-start-file.ts";
import { ensureFirstToken } from "../administration/first-token.ts";
import { forgetUsedLink } from "../administration/forget-used-link.ts";
import { showFirstStart } from "../administration/show-first-start.ts";
import type { Config } from "../config/config.ts";
import { GatehouseError } from "../errors.ts";
import type { Token } from "../model/token.ts";
import { hashToken } from "../secrets/token-value.ts";
import type { Services } from "../services/services.ts";

/** Where it is shown. */
export interface StartOutput {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type StartConfig = Pick<Config, "token" | "dataDirectory" | "publicUrl" | "ui" | "database">;

/**
 * Stores the token of `GATEHOUSE_TOKEN` before the port opens: clients that connect at once have it.
 * Without its database a server starts anyway, and stores the token in `showStart` at the latest.
 * Throws a `ConfigError` for a value that cannot be used.
 */
export async function storePresetToken(
  { mode, token, database }: Pick<Config, "mode" | "token" | "database">,
  { writer }: Pick<Services, "writer">,
): Promise<void> {
  if (
    mode !== "hosted" ||
    token === undefined ||
    isUsable(writer.state.tokens.get(hashToken(token)))
  ) {
    return;
  }
  try {
    await writer.submit((draft) => ensureFirstToken(draft, token));
  } catch (error) {
    const isAway = error instanceof GatehouseError && error.refusal === "unavailable";
    if (database === undefined || !isAway) {
      throw error;
    }
  }
}

/** Whether nothing needs to be stored for the first answers; `showStart` checks the rest. */
function isUsable(token: Token | undefined): boolean {
  return token !== undefined && token.revokedAt === null;
}

/**
 * Shows the token and the link of a first start on standard output, or where they are. Without its
 * database a server starts all the same: then `onSkipped` is called.
 */
export async function showStart(
  output: StartOutput,
  { token, dataDirectory, publicUrl, ui, database }: StartConfig,
  { writer }: Pick<Services, "writer">,
  urls: { readonly apiUrl: string; readonly siteUrl: string },
  onSkipped: (reason: string) => void,
): Promise<void> {
  try {
    if (database !== undefined) {
      // A copy may be older than the file: nothing is planned before the database has answered.
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
    const isAway = error instanceof GatehouseError && error.refusal === "unavailable";
    if (database === undefined || !isAway) {
      throw error;
    }
    onSkipped("the first token is not ensured while the database is away");
  }
  if (database !== undefined) {
    forgetUsedLink(dataDirectory, writer);
  }
}

/**
 * The link may have been used at another server while this one did not run. The state is the newest
 * one here, as the database has answered; a copy could be older than the link.
 */
function removeIfUsed(
  directory: string,
  { state }: Services["writer"],
  onSkipped: (reason: string) => void,
): void {
  try {
    removeUsedFirstStartFile(directory, state);
  } catch (error) {
    onSkipped(`the file of the first start cannot be removed: ${String(error)}`);
  }
}
