import { showFirstStart } from "../administration/show-first-start.ts";
import type { Config } from "../config/config.ts";
import { GatehouseError } from "../errors.ts";
import type { Services } from "../services/services.ts";

/** Where it is shown. */
export interface StartOutput {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
}

/**
 * Shows the token and the link of a first start on standard output, or where they are. Without its
 * database a server starts all the same: then `onSkipped` is called.
 */
export async function showStart(
  output: StartOutput,

  { token, dataDirectory, publicUrl, ui, database }: Config,
  { writer }: Services,
  urls: { readonly apiUrl: string; readonly siteUrl: string },
  onSkipped: (reason: string) => void,
): Promise<void> {
  try {
    await showFirstStart({
      writer,
      presetValue: token,
      directory: dataDirectory,
      offersLink: ui.isServed,
      ...urls,
      isPublic: publicUrl !== undefined,
      ...output,
      now: Date.now,
    });
  } catch (error) {
    const isAway = error instanceof GatehouseError && error.refusal === "unavailable";
    if (database === undefined || !isAway) {
      throw error;
    }
    onSkipped("the first token is not ensured while the database is away");
  }
}
