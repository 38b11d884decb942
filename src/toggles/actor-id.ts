import { GatehouseError } from "../errors.ts";
import { isLongerThan } from "../text/text-length.ts";
import { actorIdLengthMax } from "./gates.ts";

/** Throws flipper_id_missing for an id of more characters than any actor has (DESIGN.md section 6). */
export function refuseLongActorId(flipperId: string): void {
  if (isLongerThan(flipperId, actorIdLengthMax)) {
    throw new GatehouseError(
      "flipper_id_missing",
      `flipper_id is longer than ${actorIdLengthMax} characters`,
    );
  }
}
