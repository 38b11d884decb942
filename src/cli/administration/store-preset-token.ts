import type { Writer } from "../../app/writer/writer.ts";
import type { Config } from "../../config/config.ts";
import { GatehouseError } from "../../core/errors.ts";
import { hashToken } from "../../core/secrets/token-value.ts";
import { ensureFirstToken } from "./first-token.ts";

/**
 * Stores the token of `GATEHOUSE_TOKEN` before the port opens, so that clients with it are never
 * refused. A server without its database starts anyway; `showStart` then warns if the token is not
 * stored. Throws a `ConfigError` for an unusable value.
 */
export async function storePresetToken(
  { mode, token, database }: Pick<Config, "mode" | "token" | "database">,
  writer: Writer,
): Promise<void> {
  // A known token is accepted; `showStart` checks its rights.
  if (mode !== "hosted" || token === undefined || writer.state.tokens.has(hashToken(token))) {
    return;
  }
  try {
    await writer.submit((draft) => ensureFirstToken(draft, token));
  } catch (error) {
    const isUnreachable = error instanceof GatehouseError && error.refusal === "unavailable";
    if (database === undefined || !isUnreachable) {
      throw error;
    }
  }
}
