import { GatehouseError } from "../errors.ts";
import { isLongerThan } from "../text/text-length.ts";
import { actorIdLengthMax } from "./gates.ts";

/** Throws `flipper_id_missing` for an id that is longer than `actorIdLengthMax` characters. */
export function refuseLongActorId(flipperId: string): void {
  if (isLongerThan(flipperId, actorIdLengthMax)) {
    throw new GatehouseError(
      "flipper_id_missing",
      `flipper_id is longer than ${actorIdLengthMax} characters`,
    );
  }
}
