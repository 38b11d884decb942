import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import { isNoticedByMany } from "../../core/evaluation/noticed-change.ts";
import type { Caller } from "../../core/model/caller.ts";
import { quote } from "../../core/text/quote.ts";

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

/**
 * Throws `confirmation_required` unless a number was typed: of the features that one change affects
 * in Production.
 */
export function requireTypedCount(
  count: number,
  typed: string | undefined,
  what = "features",
): void {
  const number = String(count);
  if (typed !== number) {
    throw new GatehouseError("confirmation_required", {
      message: `This change in Production must be confirmed: typed must be ${quote(number)}, the number of ${what}`,
      place: "typed",
    });
  }
}

/**
 * Throws unless the effect of an import into Production was typed: the number of the features that
 * it deletes, or the name of the environment if it deletes none.
 */
export function requireTypedImport(
  { environment }: Pick<Caller, "environment">,
  deletions: number,
  typed: string | undefined,
): void {
  if (environment.kind !== "production") {
    return;
  }
  if (deletions > 0) {
    requireTypedCount(deletions, typed, "features that it deletes");
  } else if (typed !== environment.name) {
    throw new GatehouseError("name_wrong", {
      message: "An import into Production must be confirmed with the environment's name",
      place: "typed",
    });
  }
}
