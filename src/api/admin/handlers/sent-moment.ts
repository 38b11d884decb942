import type { AskedMoment, PastMoment } from "../../../app/services/past-moment.ts";
import { GatehouseError, type Refusal } from "../../../core/errors.ts";

export const pastRefusals = ["audit_not_found", "undo_impossible"] satisfies readonly Refusal[];

/** The moment of a question; null for now. */
export function momentIn({
  at,
  audit,
}: {
  readonly at?: number | undefined;
  readonly audit?: number | undefined;
}): AskedMoment | null {
  if (at !== undefined && audit !== undefined) {
    throw new GatehouseError("input_invalid", { message: "at and audit: send one of them" });
  }
  if (at !== undefined) {
    return { kind: "at", time: at };
  }
  return audit === undefined ? null : { kind: "audit", sequence: audit };
}

export function momentRow({ time, after }: PastMoment) {
  return { at: time, audit: after === 0 ? null : after };
}
