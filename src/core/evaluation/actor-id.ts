import { GatehouseError } from "../errors.ts";
import { isLongerThan } from "../text/text-length.ts";
import { actorIdLengthMax } from "./gates.ts";

/**
 * The actor id of a gate write, unchanged. Throws `flipper_id_missing` for a missing, empty or long
 * id, and for one that storage cannot hold.
 */
export function requireActorId(flipperId: string | undefined): string {
  if (flipperId === undefined || flipperId === "") {
    throw new GatehouseError("flipper_id_missing");
  }
  if (!flipperId.isWellFormed()) {
    throw new GatehouseError("flipper_id_missing", { message: "flipper_id is not valid Unicode" });
  }
  refuseLongActorId(flipperId);
  return flipperId;
}

/** Throws `flipper_id_missing` for an id that is longer than `actorIdLengthMax` characters. */
export function refuseLongActorId(flipperId: string): void {
  if (isLongerThan(flipperId, actorIdLengthMax)) {
    throw new GatehouseError("flipper_id_missing", {
      message: `flipper_id is longer than ${actorIdLengthMax} characters`,
    });
  }
}
