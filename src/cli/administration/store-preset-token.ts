import type { Writer } from "../../app/writer/writer.ts";
import type { Config } from "../../config/config.ts";
import { GatehouseError } from "../../core/errors.ts";
import { hashToken } from "../../core/secrets/token-value.ts";
import { ensureFirstToken } from "./first-token.ts";

/**
 * Stores the token of `GATEHOUSE_TOKEN` before the port opens, so that no client with it is refused.
 * Without its database a server starts anyway, and `showStart` warns if the token is not stored then.
 * Throws a `ConfigError` for a value that cannot be used.
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
