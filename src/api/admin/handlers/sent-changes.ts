import type { Static } from "@sinclair/typebox";
import { changedMembersMax } from "../../../app/commands/member-changes.ts";
import { atPlace, GatehouseError } from "../../../core/errors.ts";
import type { GateChange } from "../../../core/evaluation/gate-change.ts";
import type { Changes } from "../contract/change-models.ts";
import { gateChangeOf, type SentGateWrite } from "./sent-gate-write.ts";

/** The maximum size of a body with changes: a thousand long actors, or some long expressions. */
export const changesBytesMax = 4 * 1024 * 1024;

/** The refusals of the values of changes. */
export const changeValueRefusals = [
  "expression_invalid",
  "flipper_id_missing",
  "percentage_invalid",
] as const;

/** Changes as a body has them: with one value, or with a list of members. */
export type SentChanges = Static<typeof Changes>;

/** The changes of a body, with `prepare` applied to each write. A refusal names its place. */
export function changesOf(
  writes: SentChanges,
  hasExpressions: boolean,
  prepare: (write: SentGateWrite) => SentGateWrite = (write) => write,
): readonly GateChange[] {
  const memberCount = writes.reduce((count, { values = [] }) => count + values.length, 0);
  if (memberCount > changedMembersMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `changes: One request can change at most ${changedMembersMax} members of lists`,
    });
  }
  return writes.flatMap((write, index) =>
    placedWrites(write, `changes[${index}]`).map(({ place, ...each }) =>
      atPlace(place, () => gateChangeOf(prepare(each), hasExpressions)),
    ),
  );
}

/** A write of one value, with its place in the body, such as `changes[0].values[2]`. */
interface PlacedWrite extends SentGateWrite {
  readonly place: string;
}

function placedWrites(
  { values, ...write }: SentChanges[number],
  place: string,
): readonly PlacedWrite[] {
  if (values === undefined) {
    return [{ ...write, place }];
  }
  if (write.value !== undefined || (write.gate !== "actors" && write.gate !== "groups")) {
    throw new GatehouseError("parameter_invalid", {
      message: `${place}.values: A list of values is for actors or groups, and replaces value`,
    });
  }
  return values.map((value, member) => ({ ...write, value, place: `${place}.values[${member}]` }));
}
