import { GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";

/**
 * Throws `confirmation_required` in Production unless the name of the feature was typed. Pages ask
 * for it before changes that concern everybody or take something away.
 */
export function requireTyped(
  { environment }: Pick<Caller, "environment">,
  key: string,
  typed: string | undefined,
): void {
  if (environment.kind === "production" && typed !== key) {
    throw new GatehouseError("confirmation_required");
  }
}
