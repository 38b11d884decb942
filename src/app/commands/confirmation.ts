import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import { isNoticedByMany } from "../../core/evaluation/noticed-change.ts";
import type { Caller } from "../../core/model/caller.ts";

/**
 * Throws `confirmation_required` in Production unless the name of the feature was typed. Pages
 * require it before changes that affect everybody or delete something.
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

/** The gates of a feature in force before and after a command. */
export interface ChangedGates {
  readonly before: Gates;
  readonly after: Gates;
  /** When the command runs, in milliseconds since the epoch. */
  readonly now: number;
}

/** As `requireTyped`, for a change that many actors notice. */
export function requireTypedIfNoticed(
  caller: Pick<Caller, "environment">,
  key: string,
  typed: string | undefined,
  { before, after, now }: ChangedGates,
): void {
  if (
    caller.environment.kind === "production" &&
    typed !== key &&
    isNoticedByMany(before, after, now)
  ) {
    throw new GatehouseError("confirmation_required");
  }
}
